import type { NodeStatus } from '../../contract/nodes';
import type { ByteString } from '../../domain/keys/bytes';
import { UNKNOWN } from '../../domain/values/counted';
import { heldAmong, readingsOf, typeAlone } from '../index/entry';
import { createBudget } from '../keys/budget';
import { CENSUS_POLL_MS, createCensusPoll } from '../keys/census';
import { createDirtyKeyQueue } from '../keys/dirty-key-queue';
import { createDiscovery } from '../keys/discovery';
import { COMMANDS_PER_KEY, createKeyReader, type ReadOptions } from '../keys/key-reader';
import { type Loop, startLoop } from '../keys/loop';
import { createProcessRecords, RECORDS_POLL_MS } from '../keys/process-records';
import { createReconciler } from '../keys/reconciler';
import { createSleeper } from '../keys/sleeper';
import { createDoctor } from './doctor';
import { createEvents, EVENTS_CHECK_MS } from './events';
import { createNodeLink } from './node-link';
import type { NodeWatch, NodeWatchOptions } from './node-watch-types';
import { statusOf } from './status-of';

const SECOND = 1_000;

/** Watches one server until stopped; connects, reconnects and re-syncs in the background and never throws. */
export function createNodeWatch(options: NodeWatchOptions): NodeWatch {
  const { target, registry, index, candidates, seen, companions, now, survived, entries } = options;
  const budget = createBudget(target.commandsPerSecond, now);
  const sleeper = createSleeper();
  let loops: Loop[] = [];
  let scans: Loop | null = null;
  let censusPolls: Loop | null = null;
  let stopped = false;
  let session = 0;
  let up = false;
  const whileUp = (work: () => Promise<void>) => () => (up ? work() : undefined);
  const survive = (what: string) => (error: unknown) => survived(what, error);

  const link = createNodeLink({
    endpoint: options.endpoint,
    now,
    onUp,
    onSilent,
    onEventsReady: () => void events.enable().finally(settleEvents),
    onEventsLost() {
      events.disable();
      discovery.eventsLost();
      if (link.commands.status !== 'ready') return;
      discovery.again();
      void reconciler.reconcile('changed');
    },
    onPing: (ms) => budget.measured(ms),
    probe:
      target.topology.kind === 'cluster' ? () => entries()[Symbol.iterator]().next().value?.key : undefined,
  });
  const keyReader = createKeyReader({
    redis: link.commands,
    index,
    seen,
    budget,
    now,
    recognise(raw, named, companions) {
      const [heard, hadLock] = [candidates.heardOf(raw.key), () => index.hadLock(raw.key)];
      const ran = census.libraries();
      const was = index.get(raw.key)?.recognised.format.id;
      return registry.recognise(raw, {
        now: raw.readAtMs,
        named,
        companions,
        heard,
        was,
        hadLock,
        ran,
      });
    },
    companions,
    wasAbsent: (key) => {
      const { progress } = discovery;
      const isNamed = candidates.matchesPattern(key);
      const covered = isNamed ? progress.completedAtMs : progress.contentsCompletedAtMs;
      // A key that was unreadable until now may have existed all along.
      const isRead = isNamed ? progress.unreadable === 0 : progress.contents === 1;
      return index.wasSeenGone(key) || (covered !== null && isRead && events.covers(key));
    },
    onAnswer: link.answered,
    wasStalled: link.wasStalled,
  });

  async function read(keys: readonly ByteString[], how: ReadOptions): Promise<void> {
    const elsewhere = await keyReader.read(keys, how);
    if (elsewhere.length > 0) await options.onElsewhere(elsewhere, how);
  }

  const dirtyKeys = createDirtyKeyQueue({
    read: async (keys, reports) => {
      const observed = new Map<ByteString, number>();
      const onObserved = (key: ByteString, changes: number) => void observed.set(key, changes);
      await read(keys, {
        by: 'event',
        urgent: true,
        named: candidates.matchesPattern,
        reports,
        onObserved,
      }).catch(() => reconciler.want(keys));
      return observed;
    },
    busy: budget.exhausted,
    keysPerSecond: () => budget.rate() / COMMANDS_PER_KEY,
    isKnown: (key) => index.get(key) !== undefined,
    now,
  });
  const events = createEvents({
    ...{ target, commands: link.commands, subscriber: link.subscriber, budget, sleeper, now, entries },
    channelPatterns: registry.channelPatterns,
    isReplica: () => reconciler.facts()?.role === 'replica',
    typeOf: (key) => (companions.of(key).length > 0 ? null : typeAlone(index.get(key))),
    onChanged: (keys) => keys.forEach(candidates.changed),
    onFlush: () => reconciler.reconcile('wiped'),
    onRelease: candidates.released,
    onStopped: () => index.acquisitions.unreported(),
    onMissed() {
      index.acquisitions.reportedAgain();
      void reconciler.reconcile('changed');
    },
    onTurned: settleEvents,
  });
  const reconciler = createReconciler({
    redis: link.commands,
    entries,
    wiped: () => index.wiped(doctor.wiped()),
    now,
    read,
    matchesPattern: candidates.matchesPattern,
    covers: events.covers,
    rate: budget.rate,
    session: () => (up ? session : null),
    onReconciled(why) {
      index.setSilent(entries(), null);
      doctor.reconciled((key) => index.get(key));
      if (why === 'changed') return;
      records.wiped();
      discovery.again();
    },
    onError: survived,
  });
  const census = createCensusPoll({ redis: link.commands, budget, now });
  const records = createProcessRecords({
    redis: link.commands,
    budget,
    commandsPerSecond: target.commandsPerSecond,
    now,
    inUse: options.recordsInUse,
    onRead: (ids, different) => index.setHeartbeats(ids, different),
    onAnswer: link.answered,
  });
  const discovery = createDiscovery({
    redis: link.commands,
    budget,
    now,
    commandsPerSecond: target.commandsPerSecond,
    sleeper,
    keyCount: () => reconciler.facts()?.keys ?? null,
    filterNames: (keys) => candidates.filter(doctor.saw(records.saw(keys))),
    isKnown: (key) => index.get(key) !== undefined,
    told: events.coversAll,
    // Candidates include the owners of companion keys; only keys whose name matches a pattern count as named.
    read: (keys, how) => read(keys, { ...how, named: how.named && candidates.matchesPattern }),
    session: () => (up && !stopped && reconciler.facts() ? session : null),
    onError: survived,
  });

  const doctor = createDoctor({
    ...{ target, redis: link.commands, budget, now, registry, entries, address: link.address },
    facts: reconciler.facts,
    completedAtMs: () => discovery.progress.completedAtMs,
  });

  function settleEvents(): void {
    discovery.eventsSettled();
    scans?.kick();
  }

  function onUp(): void {
    session += 1;
    up = true;
    censusPolls?.kick();
    records.again();
    doctor.again();
    discovery.begin();
    void reconciler.reconcile('changed');
    options.onTurn();
  }

  function onSilent(): void {
    session += 1;
    up = false;
    discovery.forget();
    census.forget();
    seen.clear();
    companions.clear();
    dirtyKeys.clear();
    keyReader.abandon(new Error('the node gives no answer'));
    index.setSilent(entries(), link.health().lastAnswerAtMs ?? now());
    options.onTurn();
  }

  async function everySecond(): Promise<void> {
    budget.sampleBytes(link.bytes());
    if (!up) return;
    await reconciler.everySecond();
    // The sentinels made another server the primary, and this one its replica.
    if (options.endpoint.sentinel && reconciler.facts()?.role === 'replica') link.reopen();
  }

  function status(): NodeStatus {
    const { waiting, notes, mixed, replicas } = options.context();
    return statusOf(target, {
      ...link.health(),
      node: link.address(),
      facts: reconciler.facts(),
      progress: discovery.progress,
      dropped: dirtyKeys.dropped(),
      notes: [...events.notes(), ...notes, records.note(), census.note()],
      ...{ events: up ? events.source() : 'none', eventsGap: events.gap(), cost: budget.cost() },
      held: heldAmong(entries()),
      readings: { ...readingsOf(entries()), changes: dirtyKeys.changes().seen },
      ...{ waiting: up ? waiting : UNKNOWN, census: census.census(), replicas },
      ...doctor.says({ up, notes: events.notes(), mixed, replicas, changes: dirtyKeys.changes() }),
    });
  }

  return {
    read,
    dirtyKeys,
    records,
    commands: link.commands,
    budget,
    start() {
      if (loops.length > 0 || stopped) return;
      link.start();
      scans = startLoop(50, discovery.scan, survive('a keyspace scan failed'));
      censusPolls = startLoop(CENSUS_POLL_MS, whileUp(census.poll), survive('the census failed'));
      loops = [
        scans,
        startLoop(SECOND, everySecond, survive('reconciling failed')),
        startLoop(SECOND, reconciler.poll, survive('known locks were not polled')),
        startLoop(RECORDS_POLL_MS, whileUp(records.poll), survive('heartbeats were not read')),
        censusPolls,
        startLoop(SECOND, whileUp(doctor.poll), survive('its health was not read')),
        startLoop(EVENTS_CHECK_MS, whileUp(events.check), survive('events were not checked')),
        startLoop(500, discovery.contents, survive('a pass over contents failed')),
      ];
    },
    async stop() {
      if (stopped) return;
      stopped = true;
      session += 1;
      up = false;
      link.stop();
      keyReader.abandon(new Error('the collector was stopped'));
      budget.close();
      sleeper.close();
      await Promise.all([dirtyKeys.stop(), ...loops.map((loop) => loop.stop())]);
    },
    isUp: () => up,
    address: link.address,
    caughtUp: link.caughtUp,
    facts: reconciler.facts,
    status,
    totals: () => ({ node: link.address(), ...budget.totals(), eventGaps: events.gaps() }),
    due: reconciler.due,
    promisedMs: reconciler.promisedMs,
    reconcile: (why) => void reconciler.reconcile(why),
    promoted: doctor.promoted,
  };
}
