import type { Target } from '../../domain/nodes/target';
import { counted } from '../../domain/values/counted';
import { createRegistry, type Registry } from '../../formats/index';
import type { HistoryStore } from '../../history/memory/store';
import type { LockChange } from '../../history/recorder/lock-recorder';
import { createDeadlines } from '../index/deadlines';
import { heldAmong } from '../index/entry';
import { recordIdsOf } from '../index/holder-names';
import { LockIndex } from '../index/lock-index';
import { createNamedWaiters } from '../index/named-waiters';
import { noteStuck, noteUsual } from '../index/note-facts';
import { createPatches } from '../index/patches';
import { createCandidateFilter } from '../keys/candidate-filter';
import { createCompanionBook } from '../keys/companions';
import { type Loop, startLoop } from '../keys/loop';
import { createSeenKeyFilter } from '../keys/seen-key-filter';
import { createWaiterPoll } from '../keys/waiters';
import type { Collector } from '../types';
import { createNodes } from './nodes';

export type CollectorOptions = {
  target: Target;
  /** Default: the built-in formats and the target's patterns. */
  registry?: Registry;
  history: Pick<HistoryStore, 'appendEvents' | 'appendSample' | 'appendWaiting'>;
  /** Receives every change of a lock as it happens; it must neither throw nor take long. */
  record?: (change: LockChange) => void;
  /** Numbers events; one counter for the whole process. */
  nextSeq: () => number;
  now?: () => number;
  /** Receives the failures that the collector survives. Details hold no secrets. */
  log?: (message: string, details: Record<string, unknown>) => void;
};

const SECOND = 1_000;

/** A collector for one target on one or more servers; see `Collector` for its guarantees. */
export function createCollector(options: CollectorOptions): Collector {
  const { target, history, record, nextSeq, now = Date.now, log = () => {} } = options;
  const { registry = createRegistry({ patterns: target.patterns }) } = options;
  const seen = createSeenKeyFilter();
  const companions = createCompanionBook(registry);
  let loops: Loop[] = [];
  let waiterPolls: Loop | null = null;
  let stopped = false;

  function survived(what: string, error: unknown): void {
    if (stopped) return;
    log(what, { target: target.name, error: error instanceof Error ? error.message : String(error) });
  }
  const survive = (what: string) => (error: unknown) => survived(what, error);

  const patches = createPatches(
    now,
    (patch) => void history.appendEvents(patch.events).catch(survive('history was not written')),
    survive('a listener failed'),
  );
  const index = new LockIndex({
    target,
    nodeOf: (key) => nodes.nameOf(key),
    now,
    nextSeq,
    companionFormats: registry.companionFormats,
    waitersOf: (key) => waiters.of(key),
    sightOf: (id) => nodes.records.of(id),
    promisedMs: (key) => nodes.promisedMs(key),
    onChange(change) {
      patches.add(change);
      record?.(change.lock?.possible ? { removed: change.lock.id, events: [] } : change);
      if (change.lock) nodes.records.expect(recordIdsOf(change.lock.holders));
      const deadline = change.lock?.expiresAtMs;
      if (typeof deadline === 'number') deadlines.expect(deadline);
    },
    onWaiting: (id, atMs, count) =>
      void history.appendWaiting(id, atMs, count).catch(survive('history was not written')),
  });
  const candidates = createCandidateFilter({
    registry,
    index,
    seen,
    companions,
    dirtyKeys: {
      add: (key) => nodes.dirtyKeysOf(key)?.add(key),
      addCandidate: (key) => nodes.dirtyKeysOf(key)?.addCandidate(key),
      addUnrecognised: (key) => nodes.dirtyKeysOf(key)?.addUnrecognised(key),
    },
    now,
  });
  const nodes = createNodes({
    ...{ target, registry, index, candidates, seen, companions, now, survived },
    onTurn() {
      if (nodes.up().length === 0) waiters.forget();
      else waiterPolls?.kick();
    },
    context: (entries) => ({
      waiting: counted(waiters.total(entries)),
      notes: [waiters.note()],
      mixed: waiters.mixed(),
    }),
  });
  const deadlines = createDeadlines(now, nodes.due);
  const waiters = createWaiterPoll({
    sources: nodes.listened,
    registry,
    index,
    now,
    onUnknown: candidates.awaited,
  });

  const named = createNamedWaiters({
    index,
    sightOf: (id) => nodes.records.of(id),
    expect: (ids) => nodes.records.expect(ids),
    waiting: () => nodes.records.waiting(),
    listenersOn: (channel) => waiters.listenersOn(channel),
  });

  async function everySecond(): Promise<void> {
    await index.tick();
    if (nodes.up().length === 0) return;
    const waiting = waiters.total(index.entries());
    const held = heldAmong(index.entries());
    await history.appendSample({ target: target.name, atMs: now(), held, waiting });
    for (const key of seen.due(now())) nodes.dirtyKeysOf(key)?.addUnrecognised(key);
  }

  return {
    target,
    name: nodes.name,
    isUp: () => nodes.up().length > 0,
    start() {
      if (loops.length > 0 || stopped) return;
      nodes.start();
      const countWaiters = () => (nodes.up().length > 0 ? waiters.poll() : undefined);
      waiterPolls = startLoop(SECOND, countWaiters, survive('waiters were not counted'));
      loops = [waiterPolls, startLoop(SECOND, everySecond, survive('reconciling failed'))];
    },
    async stop() {
      if (stopped) return;
      stopped = true;
      deadlines.stop();
      await Promise.all([nodes.stop(), ...loops.map((loop) => loop.stop())]);
      patches.stop();
    },
    nodes: nodes.statuses,
    totals: nodes.totals,
    locks: () => index.locks(),
    waits: named.all,
    find: (id) => index.find(id),
    nodeOf: nodes.nameOf,
    matchesPattern: candidates.matchesPattern,
    heardOf: candidates.heardOf,
    hadLock: (key) => index.hadLock(key),
    onReplicas: nodes.onReplicas,
    lastKnown: (id) => index.lastKnown(id),
    async refresh(keys) {
      await nodes.read(keys, { by: 'read', urgent: true, named: candidates.matchesPattern });
      await nodes.caughtUp(keys);
    },
    async refreshHolders(key, maxAgeMs) {
      const entry = index.get(key);
      if (entry) await nodes.records.look(entry.recordIds, maxAgeMs);
    },
    aliveAtMs: (instance) => nodes.records.of(instance)?.heartbeat.lastMs ?? null,
    setStuck: (stuck) => noteStuck(index, stuck),
    setUsual: (usual) => noteUsual(index, usual),
    expect: (id, act) => index.expect(id, act),
    announce: async () => {},
    onPatch: patches.subscribe,
  };
}
