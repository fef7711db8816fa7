import type { ByteString } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import type { CrossedWith, RecordedLease } from '../../domain/locks/lock-facts';
import { isLookedThrough } from '../../domain/nodes/coverage';
import type { Target } from '../../domain/nodes/target';
import { counted } from '../../domain/values/counted';
import { createRegistry, type Registry } from '../../formats/index';
import type { HistoryStore } from '../../history/memory/store';
import type { EventFact } from '../../history/recorder/event-facts';
import type { LockChange } from '../../history/recorder/lock-change';
import { createLockFamilies } from '../counting/lock-families';
import { createDeadlines } from '../index/deadlines';
import { heldAmong } from '../index/entry';
import { recordIdsOf } from '../index/holder-names';
import { LockIndex } from '../index/lock-index';
import { createNamedWaiters } from '../index/named-waiters';
import { noteStuck, noteUsual, showCrossed, showRecorded } from '../index/note-facts';
import { createPatches } from '../index/patches';
import { createCandidateFilter } from '../keys/candidate-filter';
import { type Loop, startLoop } from '../keys/loop';
import { createWaiterCounts } from '../keys/waiter-counts';
import { createWaiterPoll } from '../keys/waiters';
import type { Collector } from '../types';
import { createNodes } from './nodes';
import { createPlaces } from './places';

export type CollectorOptions = {
  target: Target;
  /** Default: the built-in formats and the target's patterns. */
  registry?: Registry;
  history: Pick<HistoryStore, 'appendEvents' | 'appendSample' | 'appendWaiting'>;
  /** Receives every change of a lock as it happens; it must neither throw nor take long. */
  record?: (change: LockChange) => void;
  /** Receives every fact that keyspace events count; null = they do not count any more. As `record`. */
  count?: (fact: EventFact | null) => void;
  host: CollectorHost;
};

/** What a collector uses of the process that runs it. */
export type CollectorHost = {
  /** Numbers events; one counter for the whole process. */
  nextSeq: () => number;
  now?: () => number;
  /** Receives the failures that the collector survives. Details hold no secrets. */
  log?: (message: string, details: Record<string, unknown>) => void;
};

const SECOND = 1_000;

/**
 * A collector for one target on one or more servers; see `Collector` for its guarantees. A key goes from Redis to a browser in
 * this order: a server names it (`nodes`: `events.ts` or `discovery.ts`), `candidates` decides whether it is worth a reading,
 * its server's queue and reader read it (`node-watch.ts`), the `index` finds what changed, and `patches` sends that to
 * whoever follows the locks. What the index asks for on the way, such as which server has a key, how many wait and which
 * processes live, stands in `places` and `counts`, which know nothing of the other parts.
 */
export function createCollector(options: CollectorOptions): Collector {
  const { target, history, record, count, host } = options;
  const { nextSeq, now = Date.now, log = () => {} } = host;
  const { registry = createRegistry({ patterns: target.patterns }) } = options;
  let loops: Loop[] = [];
  let stopped = false;

  function survived(what: string, error: unknown): void {
    if (stopped) return;
    log(what, { target: target.name, error: error instanceof Error ? error.message : String(error) });
  }
  const survive = (what: string) => (error: unknown) => survived(what, error);

  const places = createPlaces(target);
  const counts = createWaiterCounts(now);
  const deadlines = createDeadlines(now, places.due);
  const patches = createPatches(
    now,
    (patch) => void history.appendEvents(patch.events).catch(survive('history was not written')),
    survive('a listener failed'),
  );
  let crossed: ReadonlyMap<LockId, CrossedWith> = new Map();
  let recorded: ReadonlyMap<LockId, RecordedLease> = new Map();
  const index = new LockIndex({
    sources: {
      ...{ target, nodeOf: places.nameOf, sightOf: places.records.of, promisedMs: places.promisedMs },
      waitersOf: counts.of,
      crossedOf: (id) => crossed.get(id) ?? null,
      recordedOf: (id) => recorded.get(id) ?? null,
    },
    clock: { now, nextSeq },
    companionFormats: registry.companionFormats,
    onChange(change) {
      patches.add(change);
      record?.(change.lock?.possible ? { removed: change.lock.id, events: [] } : change);
      if (change.lock) places.records.expect(recordIdsOf(change.lock.holders));
      const deadline = change.lock?.expiresAtMs;
      if (typeof deadline === 'number') deadlines.expect(deadline);
    },
    onWaiting: (id, atMs, count) =>
      void history.appendWaiting(id, atMs, count).catch(survive('history was not written')),
  });
  const queueOf = (key: ByteString) => places.shardOf(key)?.dirtyKeys;
  const candidates = createCandidateFilter({ registry, index, queueOf, now });
  const nodes = createNodes({
    shared: {
      ...{ target, registry, index, candidates, host: { now, survived } },
      ...{ families: createLockFamilies(registry), onCount: (fact) => count?.(fact) },
    },
    places,
    context: (entries) => ({
      waiting: counted(counts.total(entries)),
      notes: [counts.note()],
      mixed: counts.mixed(),
    }),
  });
  const isUp = () => nodes.up().length > 0;
  const { awaited } = candidates;
  const waiters = createWaiterPoll({ counts, sources: nodes.listened, registry, index, awaited });
  const named = createNamedWaiters({
    index,
    ...{ sightOf: places.records.of, expect: places.records.expect, waiting: places.records.waiting },
    listenersOn: counts.listenersOn,
  });

  async function everySecond(): Promise<void> {
    await index.tick();
    if (!isUp()) return;
    if (isLookedThrough(nodes.statuses())) {
      const waiting = counts.total(index.entries());
      const held = heldAmong(index.entries());
      await history.appendSample({ target: target.name, atMs: now(), held, waiting });
    }
    for (const key of candidates.seen.due(now())) queueOf(key)?.addUnrecognised(key);
  }

  return {
    target,
    name: nodes.name,
    isUp,
    start() {
      if (loops.length > 0 || stopped) return;
      const countWaiters = () => (isUp() ? waiters.poll() : undefined);
      const waiterPolls = startLoop(SECOND, countWaiters, survive('waiters were not counted'));
      loops = [waiterPolls, startLoop(SECOND, everySecond, survive('reconciling failed'))];
      nodes.start(() => (isUp() ? waiterPolls.kick() : counts.forget()));
    },
    async stop() {
      if (stopped) return;
      stopped = true;
      deadlines.stop();
      await Promise.all([nodes.stop(), ...loops.map((loop) => loop.stop())]);
      patches.stop();
    },
    nodes: nodes.statuses,
    reports: nodes.reports,
    totals: nodes.totals,
    locks: () => index.locks(),
    waits: named.all,
    find: (id) => index.find(id),
    nodeOf: places.nameOf,
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
      if (entry) await places.records.look(entry.recordIds, maxAgeMs);
    },
    aliveAtMs: (instance) => places.records.of(instance)?.heartbeat.lastMs ?? null,
    setStuck: (stuck) => noteStuck(index, stuck),
    setUsual: (usual) => noteUsual(index, usual),
    setCrossed(next) {
      const before = crossed;
      crossed = next;
      showCrossed(index, before, next);
    },
    setRecorded(next) {
      recorded = next;
      showRecorded(index, next);
    },
    expect: (id, act) => index.expect(id, act),
    announce: async () => {},
    onPatch: patches.subscribe,
  };
}
