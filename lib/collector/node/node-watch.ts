import type { NodeStatus } from '../../contract/nodes';
import type { ByteString } from '../../domain/keys/bytes';
import { UNKNOWN } from '../../domain/values/counted';
import { createNodeCounting } from '../counting/node-counting';
import { heldAmong, readingsOf, typeAlone } from '../index/entry';
import { createBudget } from '../keys/budget';
import { createCensusPoll } from '../keys/census';
import { coverageOfChanges } from '../keys/change-count';
import { createDirtyKeyQueue, type Report } from '../keys/dirty-key-queue';
import { createDiscovery } from '../keys/discovery';
import { createKeyReader } from '../keys/key-reader';
import { nothingCovered } from '../keys/keyspace-scan';
import { type Loop, startLoop } from '../keys/loop';
import { createFactsBook } from '../keys/node-facts';
import { createProcessRecords, RECORDS_POLL_MS } from '../keys/process-records';
import { COMMANDS_PER_KEY, type ReadOptions } from '../keys/read-jobs';
import { createReconciler, type Gap } from '../keys/reconciler';
import { createDoctor } from './doctor';
import { createEvents, EVENTS_CHECK_MS } from './events';
import { createNodeLink } from './node-link';
import type { NodeWatch, NodeWatchOptions } from './node-watch-types';
import { statusOf } from './status-of';

const SECOND = 1_000;
const FACTS_EVERY_MS = 5_000;

/**
 * Watches one server until stopped; connects, reconnects and re-syncs in the background and never throws. The way of a key:
 * the server pushes its name (`events`), or a scan finds it (`discovery`). What may be a lock waits in the queue of changed
 * keys, and is read (`reader`), which hands it to the index. Known locks are read again after a gap, and in turn
 * (`reconciler`). No part knows one that stands below it; `start` says what each leads to.
 */
export function createNodeWatch({ shared, endpoint, its, on, context }: NodeWatchOptions): NodeWatch {
  const { target, registry, index, candidates, host } = shared;
  const { now, survived } = host;
  const { entries } = its;
  const isKnown = (key: ByteString) => index.get(key) !== undefined;

  // The server, and what it says of itself.
  const budget = createBudget(target.commandsPerSecond, now);
  const isCluster = target.topology.kind === 'cluster';
  const anyKey = () => entries()[Symbol.iterator]().next().value?.key;
  const link = createNodeLink({ endpoint, budget, now, probe: isCluster ? anyKey : undefined });
  const facts = createFactsBook(link);
  const progress = nothingCovered();
  const census = createCensusPoll(link);
  const records = createProcessRecords({
    server: link,
    inUse: its.recordsInUse,
    onRead: (ids, different) => index.setHeartbeats(ids, different),
  });
  const doctor = createDoctor({
    ...{ server: link, facts, progress, target },
    locks: { entries, channelOf: registry.channelOf },
  });

  // Names: those that are pushed, and those that a scan finds.
  const events = createEvents({
    ...{ link, target, channelPatterns: registry.channelPatterns },
    locks: {
      entries,
      typeOf: (key) => (candidates.companions.of(key).length > 0 ? null : typeAlone(index.get(key))),
    },
    isReplica: () => facts.last()?.role === 'replica',
  });
  const counting = createNodeCounting({
    ...{ target, server: link, index, families: shared.families, onCount: shared.onCount },
    countsAll: events.countsAll,
    missingLine: events.missingLine,
    isComplete: () => progress.completedAtMs !== null,
    read: (key, reportedMs) => dirtyKeys.addCandidate(key, reportedMs),
  });
  const { counter, deferred } = counting;
  const isGone = (key: ByteString) => counter.stateOf(key) === 'free';
  const discovery = createDiscovery({
    ...{ server: link, facts, progress },
    names: { filter: (keys) => candidates.filter(doctor.saw(records.saw(keys))), isKnown },
    isReported: events.coversAll,
  });

  // Readings, and from there the index.
  const reader = createKeyReader({
    ...{ server: link, index, candidates, wasAbsent, isCounted: counter.took },
    isGone,
    recognise: (raw, named, companions) =>
      registry.recognise(raw, {
        ...{ now: raw.readAtMs, named, companions, heard: candidates.heardOf(raw.key) },
        was: index.get(raw.key)?.recognised.format.id,
        hadLock: () => index.hadLock(raw.key),
        ran: census.libraries(),
      }),
  });
  const reconciler = createReconciler({
    ...{ server: link, facts, survived },
    locks: { entries, covers: events.covers, wiped: () => index.wiped(doctor.wiped()) },
    read: (keys, how) => read(keys, { ...how, named: candidates.matchesPattern }),
  });
  const dirtyKeys = createDirtyKeyQueue({
    read: readChanged,
    busy: budget.exhausted,
    keysPerSecond: () => budget.rate() / COMMANDS_PER_KEY,
    ...{ isKnown, now, isCounted: counter.accounts, count: counting.changes },
    isOver: (key) => isGone(key) && !isKnown(key),
  });

  let loops: Loop[] = [];
  let stopped = false;

  /** A key that was unreadable until now may have existed all along. */
  function wasAbsent(key: ByteString): boolean {
    const isNamed = candidates.matchesPattern(key);
    const covered = isNamed ? progress.completedAtMs : progress.contentsCompletedAtMs;
    const isRead = isNamed ? progress.unreadable === 0 : progress.contents === 1;
    return index.wasSeenGone(key) || (covered !== null && isRead && events.covers(key));
  }

  async function read(keys: readonly ByteString[], how: ReadOptions): Promise<void> {
    const elsewhere = await reader.read(keys, how);
    if (elsewhere.length > 0) await on.elsewhere(elsewhere, how);
  }

  /** What a scan found: also the owners of companion keys. Only keys whose name matches a pattern count as named. */
  function readFound(keys: readonly ByteString[], how: ReadOptions): Promise<void> {
    return read(keys, { ...how, named: how.named && candidates.matchesPattern });
  }

  async function readChanged(keys: ByteString[], reports: ReadonlyMap<ByteString, Report>) {
    const observed = new Map<ByteString, number>();
    await read(keys, {
      ...{ by: 'event', urgent: true, named: candidates.matchesPattern, reports },
      onObserved: (key, changes) => void observed.set(key, changes),
    }).catch(() => reconciler.want(keys));
    return observed;
  }

  async function reconcile(why: Gap): Promise<void> {
    if (why === 'wiped') counter.end();
    const wereRead = counting.reading();
    try {
      const gap = await reconciler.reconcile(why);
      if (gap === null) return;
      wereRead();
      index.setSilent(entries(), null);
      doctor.reconciled((key) => index.get(key));
      if (gap === 'changed') return;
      records.wiped();
      discovery.again();
    } catch (error) {
      survived('known locks were not read again', error);
    }
  }

  async function everySecond(): Promise<void> {
    budget.sampleBytes(link.bytes());
    if (link.session() === null) return;
    await counting.everySecond();
    const gap = reconciler.wanted();
    if (gap) await reconcile(gap);
    if (facts.ageMs() > FACTS_EVERY_MS && (await facts.ask())) await reconcile('wiped');
    // The sentinels made another server the primary, and this one its replica.
    if (endpoint.sentinel && facts.last()?.role === 'replica') link.reopen();
  }

  function start(): void {
    if (loops.length > 0 || stopped) return;
    const survive = (what: string) => (error: unknown) => survived(what, error);
    const whileUp = (work: () => Promise<void>) => () => (link.session() === null ? undefined : work());
    const scans = startLoop(50, () => discovery.scan(readFound), survive('a keyspace scan failed'));
    const censusPolls = startLoop(SECOND, whileUp(census.poll), survive('the census failed'));
    loops = [
      scans,
      startLoop(500, () => discovery.contents(readFound), survive('a pass over contents failed')),
      startLoop(SECOND, everySecond, survive('reconciling failed')),
      startLoop(SECOND, reconciler.poll, survive('known locks were not polled')),
      startLoop(RECORDS_POLL_MS, whileUp(records.poll), survive('heartbeats were not read')),
      censusPolls,
      startLoop(SECOND, whileUp(doctor.poll), survive('its health was not read')),
      startLoop(EVENTS_CHECK_MS, whileUp(events.check), survive('events were not checked')),
    ];

    /** A scan from now on misses nothing. */
    function eventsSettled(): void {
      discovery.eventsSettled();
      scans.kick();
    }

    events.start({
      changed: (keys) => keys.forEach(candidates.changed),
      event: counter.take,
      released: candidates.released,
      flushed: () => reconcile('wiped'),
      turned(how) {
        if (how === 'settled') return eventsSettled();
        if (how === 'uncounted') return counter.end();
        if (how === 'stopped') return index.acquisitions.unreported();
        index.acquisitions.reportedAgain();
        void reconcile('changed');
      },
    });
    link.start({
      eventsReady: () => void events.enable().finally(eventsSettled),
      eventsLost() {
        events.disable();
        discovery.eventsLost();
        if (link.redis.status !== 'ready') return;
        discovery.again();
        void reconcile('changed');
      },
      up() {
        census.forget();
        censusPolls.kick();
        records.again();
        doctor.again();
        discovery.begin();
        void reconcile('changed');
        on.turned();
      },
      silent() {
        counter.end();
        discovery.forget();
        census.forget();
        candidates.forget();
        dirtyKeys.clear();
        deferred.clear();
        reader.abandon(new Error('the node gives no answer'));
        index.setSilent(entries(), link.health().lastAnswerAtMs ?? now());
        on.turned();
      },
    });
  }

  function reports(): ReturnType<NodeWatch['reports']> {
    const up = link.session() !== null;
    const missingRights = doctor.missingRights({ up, notes: events.notes() });
    return {
      ...{ node: link.address(), state: link.health().state },
      ...{ events: up ? events.source() : 'none', missingRights },
    };
  }

  function status(): NodeStatus {
    const { waiting, notes, mixed, replicas } = context();
    const up = link.session() !== null;
    const changed = dirtyKeys.changes();
    return statusOf(target, {
      ...link.health(),
      ...reports(),
      facts: facts.last(),
      progress,
      dropped: dirtyKeys.dropped(),
      notes: [...events.notes(), ...notes, records.note(), census.note()],
      ...{ eventsGap: events.gap(), cost: budget.cost() },
      held: heldAmong(entries()),
      readings: { ...readingsOf(entries()), ...coverageOfChanges(changed, counter.isOn()) },
      ...{ waiting: up ? waiting : UNKNOWN, census: census.census(), replicas },
      ...doctor.says({
        up,
        notes: events.notes(),
        mixed,
        replicas,
        changes: changed,
        countCommand: counting.command(),
      }),
    });
  }

  return {
    read,
    dirtyKeys: { ...dirtyKeys, add: (key) => deferred.takes(key) || dirtyKeys.add(key) },
    records,
    commands: link.redis,
    budget,
    start,
    async stop() {
      if (stopped) return;
      stopped = true;
      link.stop();
      reader.abandon(new Error('the collector was stopped'));
      budget.close();
      counting.stop();
      await Promise.all([dirtyKeys.stop(), ...loops.map((loop) => loop.stop())]);
    },
    isUp: () => link.session() !== null,
    address: link.address,
    caughtUp: link.caughtUp,
    status,
    reports,
    totals: () => ({ node: link.address(), ...budget.totals(), eventGaps: events.gaps() }),
    due: reconciler.due,
    promisedMs: reconciler.promisedMs,
    promoted: doctor.promoted,
  };
}
