import type { NodeStatus } from '../domain/node-status';
import type { Target } from '../domain/target';
import { createRegistry, type Registry } from '../formats/index';
import type { HistoryStore } from '../history/store';
import { createAttention } from './attention';
import { createBudget } from './budget';
import { CENSUS_POLL_MS, createCensusPoll } from './census';
import { createCompanionBook } from './companions';
import { createDeadlines } from './deadlines';
import { createDiscovery } from './discovery';
import { createEvents } from './events';
import { recordIdsOf } from './holder-names';
import { createInbox } from './inbox';
import { LockIndex } from './lock-index';
import { createLooker } from './looker';
import { type Loop, startLoop } from './loop';
import { createNodeLink, nodeName } from './node-link';
import { createPatches } from './patches';
import { createProcessRecords, RECORDS_POLL_MS } from './process-records';
import { createSeenKeys } from './seen-keys';
import { createSleeper } from './sleeper';
import { statusOf } from './status-of';
import type { Collector } from './types';
import { createUpkeep } from './upkeep';
import { createWaiterPoll } from './waiters';

export type CollectorOptions = {
  target: Target;
  /** Default: the built-in formats and the target's patterns. */
  registry?: Registry;
  history: HistoryStore;
  /** Numbers events; one counter for the whole process. */
  nextSeq: () => number;
  now?: () => number;
  /** Told of what went wrong and was survived. Details hold no secrets. */
  log?: (message: string, details: Record<string, unknown>) => void;
};

const SECOND = 1_000;

/** A collector for one standalone server; see `Collector` for its guarantees. */
export function createCollector(options: CollectorOptions): Collector {
  const { target, history, nextSeq, now = Date.now, log = () => {} } = options;
  const { registry = createRegistry({ patterns: target.patterns }) } = options;
  const node = nodeName(target);
  const budget = createBudget(target.commandsPerSecond, now);
  const sleeper = createSleeper();
  const seen = createSeenKeys();
  const companions = createCompanionBook(registry);
  let loops: Loop[] = [];
  let sweeps: Loop | null = null;
  let waiterPolls: Loop | null = null;
  let censusPolls: Loop | null = null;
  let stopped = false;
  let session = 0;
  let up = false;

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
    node,
    now,
    nextSeq,
    companionFormats: registry.companionFormats,
    waitersOf: (key) => waiters.of(key),
    sightOf: (id) => records.of(id),
    onChange(change) {
      patches.add(change);
      if (change.lock) records.expect(recordIdsOf(change.lock.holders));
      const deadline = change.lock?.expiresAtMs;
      if (typeof deadline === 'number') deadlines.expect(deadline);
    },
    onWaiting: (id, atMs, count) =>
      void history.appendWaiting(id, atMs, count).catch(survive('history was not written')),
  });
  const link = createNodeLink({
    target,
    now,
    onUp,
    onSilent,
    onEventsReady: () => void events.enable().finally(settleEvents),
    onEventsLost() {
      events.disable();
      discovery.eventsLost();
    },
    onPing: (ms) => budget.measured(ms),
  });
  const looker = createLooker({
    redis: link.commands,
    index,
    seen,
    budget,
    now,
    recognise(raw, named, beside) {
      const [heard, hadLock] = [attention.heardOf(raw.key), () => index.hadLock(raw.key)];
      const ran = census.libraries();
      const was = index.get(raw.key)?.recognised.format.id;
      return registry.recognise(raw, { now: raw.readAtMs, named, beside, heard, was, hadLock, ran });
    },
    companions,
    wasAbsent: (key) => {
      const { progress } = discovery;
      const covered = attention.isNamed(key) ? progress.completedAtMs : progress.contentsCompletedAtMs;
      return index.wasSeenGone(key) || (covered !== null && events.covers(key));
    },
    onAnswer: link.answered,
  });
  const inbox = createInbox({
    read: (keys, writes) =>
      looker.look(keys, { by: 'event', urgent: true, named: attention.isNamed, writes }).catch(upkeep.want),
    busy: budget.exhausted,
  });
  const attention = createAttention({ registry, index, seen, companions, inbox, now });
  const events = createEvents({
    target,
    channelPatterns: registry.channelPatterns,
    commands: link.commands,
    subscriber: link.subscriber,
    onChanged: (keys) => keys.forEach(attention.changed),
    onFlush: () => void upkeep.resync('wiped'),
    onRelease: attention.released,
    onEnabled: () => void upkeep.resync('changed'),
  });
  const upkeep = createUpkeep({
    redis: link.commands,
    index,
    now,
    look: looker.look,
    isNamed: attention.isNamed,
    covers: events.covers,
    session: () => (up ? session : null),
    onResynced(why) {
      index.setSilent(null);
      if (why === 'changed') return;
      records.wiped();
      discovery.again();
    },
    onError: survived,
  });
  const census = createCensusPoll({ redis: link.commands, budget, now });
  const deadlines = createDeadlines(now, upkeep.due);
  const waiters = createWaiterPoll({
    redis: link.commands,
    registry,
    index,
    budget,
    now,
    onUnknown: attention.awaited,
  });
  const records = createProcessRecords({
    redis: link.commands,
    budget,
    commandsPerSecond: target.commandsPerSecond,
    now,
    inUse: () => [...index.entries()].flatMap(({ recordIds }) => recordIds),
    onRead: (ids, different) => index.setHeartbeats(ids, different),
    onAnswer: link.answered,
  });
  const discovery = createDiscovery({
    redis: link.commands,
    budget,
    now,
    commandsPerSecond: target.commandsPerSecond,
    sleeper,
    keyCount: () => upkeep.facts()?.keys ?? null,
    filterNames: attention.filter,
    isKnown: (key) => index.get(key) !== undefined,
    // Keys that another key led to are looked at as well, and only those with the right name are named.
    look: (keys, how) => looker.look(keys, { ...how, named: how.named && attention.isNamed }),
    session: () => (up && !stopped && upkeep.facts() ? session : null),
    onError: survived,
  });

  function settleEvents(): void {
    discovery.eventsSettled();
    sweeps?.kick();
  }

  function onUp(): void {
    session += 1;
    up = true;
    waiterPolls?.kick();
    censusPolls?.kick();
    records.again();
    discovery.begin();
    void upkeep.resync('changed');
  }

  function onSilent(): void {
    session += 1;
    up = false;
    discovery.forget();
    waiters.forget();
    census.forget();
    seen.clear();
    companions.clear();
    inbox.clear();
    looker.abandon(new Error('the node gives no answer'));
    index.setSilent(link.health().lastAnswerAtMs ?? now());
  }

  async function everySecond(): Promise<void> {
    budget.sampleBytes(link.bytes());
    index.tick();
    if (!up) return;
    await history.appendSample({
      target: target.name,
      atMs: now(),
      held: index.size,
      waiting: up ? waiters.total() : null,
    });
    for (const key of seen.due(now())) inbox.addStranger(key);
    await upkeep.everySecond();
  }

  const status = (): NodeStatus =>
    statusOf(target, {
      ...link.health(),
      node,
      facts: upkeep.facts(),
      progress: discovery.progress,
      dropped: inbox.dropped(),
      notes: [...events.notes(), waiters.note(), records.note(), census.note()],
      events: up ? events.source() : 'none',
      cost: budget.cost(),
      held: index.size,
      waiting: up ? waiters.total() : null,
      census: census.census(),
    });

  return {
    target,
    start() {
      if (loops.length > 0 || stopped) return;
      link.start();
      sweeps = startLoop(50, discovery.sweep, survive('a sweep failed'));
      waiterPolls = startLoop(
        SECOND,
        () => (up ? waiters.poll() : undefined),
        survive('waiters were not counted'),
      );
      const takeCensus = () => (up ? census.poll() : undefined);
      censusPolls = startLoop(CENSUS_POLL_MS, takeCensus, survive('the census failed'));
      loops = [
        sweeps,
        startLoop(SECOND, everySecond, survive('upkeep failed')),
        waiterPolls,
        startLoop(SECOND, upkeep.poll, survive('known locks were not polled')),
        startLoop(
          RECORDS_POLL_MS,
          () => (up ? records.poll() : undefined),
          survive('heartbeats were not read'),
        ),
        censusPolls,
        startLoop(500, discovery.contents, survive('a pass over contents failed')),
      ];
    },
    async stop() {
      if (stopped) return;
      stopped = true;
      session += 1;
      up = false;
      deadlines.stop();
      link.stop();
      looker.abandon(new Error('the collector was stopped'));
      budget.close();
      sleeper.close();
      await Promise.all([inbox.stop(), ...loops.map((loop) => loop.stop())]);
      patches.stop();
    },
    status,
    locks: () => index.locks(),
    find: (id) => index.find(id),
    isNamed: attention.isNamed,
    heardOf: attention.heardOf,
    hadLock: (key) => index.hadLock(key),
    lastKnown: (id) => index.lastKnown(id),
    refresh: (keys) => looker.look(keys, { by: 'read', urgent: true, named: attention.isNamed }),
    async refreshHolders(key, maxAgeMs) {
      const entry = index.get(key);
      if (entry) await records.look(entry.recordIds, maxAgeMs);
    },
    expect: (id, act) => index.expect(id, act),
    onPatch: patches.subscribe,
  };
}
