import type { LockEventKind } from '../../contract/codes';
import type { Lock, LockEvent } from '../../contract/lock';
import type { NodeSamples } from '../../contract/locks';
import { mayRepeat } from '../../domain/actions/may-repeat';
import type { LockId } from '../../domain/keys/lock-id';
import { isLookedThrough } from '../../domain/nodes/coverage';
import type { Member } from '../../domain/nodes/target';
import { numberOrNull, sumOfKnown } from '../../domain/values/counted';
import type { LockChange } from '../../history/recorder/lock-change';
import { idOf } from '../index/id-of';
import { waitsOnce } from '../index/named-waiters';
import { createPatches } from '../index/patches';
import { createRecentlyReleased } from '../index/recently-released';
import { type Loop, startLoop } from '../keys/loop';
import type { Collector, IndexPatch } from '../types';
import { type CollectorOptions, createCollector } from './create-collector';
import { isEven, type Merged, mergeVotes, type NodeReading } from './merge-votes';
import { createRedlockEvents } from './redlock-events';

/** Nodes report one action slightly apart: a quorum counts as lost only after this time, when all could report. */
const SETTLE_MS = 300;
const SECOND = 1_000;

/** `name` = the name of its votes. */
type Part = { name: string; collector: Collector; locks: Map<LockId, Lock> };
type Kept = Merged & {
  /** Since when the nodes disagree; null = they agree. */
  unevenSinceMs: number | null;
  /** Since when the quorum that it shows no longer exists; null = it exists. */
  brokenSinceMs: number | null;
};

/** Members' collectors write no history: the group writes it. */
const NOWHERE: CollectorOptions['history'] = {
  appendEvents: async () => {},
  appendSample: async () => {},
  appendWaiting: async () => {},
};

/**
 * A collector for a Redlock group: watches each of its masters as a target of its own, and shows their locks under one
 * key as one lock with their votes. See `Collector` for its guarantees.
 */
export function createRedlockGroup(options: CollectorOptions, members: readonly Member[]): Collector {
  const { target, history, host } = options;
  const { nextSeq, now = Date.now, log = () => {} } = host;
  const parts = members.map((member): Part => {
    const { record: _, count: __, ...ofMember } = options;
    const collector = createCollector({ ...ofMember, target: member, history: NOWHERE });
    return { name: member.votesAs, collector, locks: new Map() };
  });
  const merged = new Map<LockId, Kept>();
  const gone = createRecentlyReleased();
  const events = createRedlockEvents(now);
  let loops: Loop[] = [];
  let stopped = false;

  const survive = (what: string) => (error: unknown) => {
    if (!stopped)
      log(what, { target: target.name, error: error instanceof Error ? error.message : 'unknown' });
  };
  const patches = createPatches(
    now,
    (patch) => void history.appendEvents(patch.events).catch(survive('history was not written')),
    survive('a listener failed'),
  );
  for (const [i, part] of parts.entries()) part.collector.onPatch((patch) => take(part, i, patch));

  /** `isNobodys` = too few nodes have the lock for a quorum: the recorder gets it without holders. */
  function publish(change: LockChange, isNobodys = false): void {
    const { lock, ...rest } = change;
    patches.add(change);
    options.record?.(isNobodys && lock ? { ...rest, lock: { ...lock, holders: [], permits: null } } : change);
  }

  function take(part: Part, i: number, { changed, removed, events: told }: IndexPatch): void {
    const ids = new Set<LockId>(removed);
    for (const id of removed) part.locks.delete(id);
    for (const lock of changed) {
      part.locks.set(lock.id, lock);
      ids.add(lock.id);
    }
    const worth = events.heard(told, (id) => leadOf(id) === i);
    for (const id of ids) settle(id);
    for (const event of worth) publish({ events: [event] });
  }

  /** Index of the first node that votes for the lock as shown; 0 where none does. */
  function leadOf(id: LockId): number {
    return Math.max(0, merged.get(id)?.lock.votes?.findIndex(({ vote }) => vote === 'yes') ?? 0);
  }

  /** TTL readings of each node that votes for the lock as shown. */
  function samplesOf(id: LockId, { votes }: Lock): NodeSamples[] {
    return parts.flatMap(({ name, collector }, i) => {
      const samples = votes?.[i]?.vote === 'yes' ? collector.find(id)?.ttlSamples : null;
      return samples ? [{ node: name, samples }] : [];
    });
  }

  function readingsOf(id: LockId): NodeReading[] {
    return parts.map(({ name, collector, locks }) => ({
      node: name,
      isUp: collector.isUp(),
      lock: locks.get(id) ?? null,
    }));
  }

  /** Merges the nodes' present locks under a key, and publishes what that changes. */
  function settle(id: LockId): void {
    const at = now();
    const before = merged.get(id) ?? null;
    const readings = readingsOf(id);
    const first = asBefore(mergeVotes(readings, before?.unevenSinceMs ?? at, at), before);
    const isQuorumLost = before?.holder != null && first?.holder !== before.holder;
    const brokenSinceMs = isQuorumLost ? (before.brokenSinceMs ?? at) : null;
    // A new holder is accepted at once, the loss of the quorum only after SETTLE_MS.
    if (before && brokenSinceMs !== null && !first?.holder && first && at - brokenSinceMs < SETTLE_MS) {
      merged.set(id, { ...before, brokenSinceMs });
      return;
    }
    if (!first) {
      if (before) end(before);
      return;
    }
    const unevenSinceMs = isEven(first.lock) ? null : (before?.unevenSinceMs ?? at);
    merged.set(id, { ...first, unevenSinceMs, brokenSinceMs: null });
    gone.delete(id);
    publish({ lock: first.lock, events: turnsOf(before, first) }, first.holder === null);
  }

  /** Keeps the previous holder while the nodes that do not answer could complete its quorum. */
  function asBefore(after: Merged | null, before: Kept | null): Merged | null {
    const stays = after?.holder === null && before?.holder != null && after.mayHold === before.holder;
    return stays ? { ...after, holder: before.holder } : after;
  }

  function end(before: Kept): void {
    const { lock } = before;
    merged.delete(lock.id);
    const told = before.holder === null ? null : endOf(lock);
    gone.add(lock, told?.kind);
    publish({ removed: lock.id, events: told ? [told] : [] });
  }

  /** The events when another holder has the quorum, or none has. */
  function turnsOf(before: Kept | null, after: Merged): LockEvent[] {
    if (before?.holder === after.holder || (!before && after.holder === null)) return [];
    const ended = before && before.holder !== null ? [endOf(before.lock)] : [];
    return after.holder === null ? ended : [...ended, startOf(after.lock)];
  }

  function endOf(lock: Lock): LockEvent {
    return events.endOf(lock.id) ?? inferred(lock, 'released');
  }

  function startOf(lock: Lock): LockEvent {
    return events.startOf(lock.id) ?? inferred(lock, 'acquired');
  }

  function inferred({ id, key, holders }: Lock, kind: LockEventKind): LockEvent {
    const holder = holders[0]?.label ?? null;
    return {
      ...{ seq: nextSeq(), atMs: now(), id, target: target.name, key: key.text, kind },
      ...{ by: 'inferred', holder, values: {} },
    };
  }

  async function everySecond(): Promise<void> {
    for (const [id, { unevenSinceMs, brokenSinceMs, lock }] of merged) {
      const isSilent = lock.votes?.some(({ vote }, i) => (vote === 'unread') === parts[i]?.collector.isUp());
      if (unevenSinceMs !== null || brokenSinceMs !== null || isSilent) settle(id);
    }
    if (!parts.some(({ collector }) => collector.isUp())) return;
    if (!isLookedThrough(parts.flatMap(({ collector }) => collector.nodes()))) return;
    const all = [...merged.values()];
    const held = all.filter(({ holder }) => holder !== null).length;
    const waiting = numberOrNull(sumOfKnown(all.map(({ lock }) => lock.waiters.count)));
    await history.appendSample({ target: target.name, atMs: now(), held, waiting });
  }

  const collectors = parts.map(({ collector }) => collector);
  const firstOf = <T>(ask: (collector: Collector) => T | null): T | null => {
    for (const collector of collectors) {
      const answer = ask(collector);
      if (answer !== null) return answer;
    }
    return null;
  };

  /** Asks the members in parallel; a member that fails is unread, which the lock shows. */
  async function everywhere(ask: (collector: Collector) => Promise<void>): Promise<void> {
    const asked = await Promise.allSettled(collectors.map(ask));
    const failed = asked.find((each) => each.status === 'rejected');
    if (failed && asked.every(({ status }) => status === 'rejected')) throw failed.reason;
  }

  return {
    target,
    name: () => target.name,
    isUp: () => collectors.some((collector) => collector.isUp()),
    start() {
      if (loops.length > 0 || stopped) return;
      for (const collector of collectors) collector.start();
      loops = [
        startLoop(SECOND, everySecond, survive('reconciling failed')),
        startLoop(SETTLE_MS / 2, settleBroken, survive('votes were not counted')),
      ];
    },
    async stop() {
      if (stopped) return;
      stopped = true;
      await Promise.all([...collectors.map((each) => each.stop()), ...loops.map((loop) => loop.stop())]);
      patches.stop();
    },
    nodes: () => collectors.flatMap((collector) => collector.nodes()),
    reports: () => collectors.flatMap((collector) => collector.reports()),
    totals: () => collectors.flatMap((collector) => collector.totals()),
    locks: () => [...merged.values()].map(({ lock }) => lock),
    waits: () => waitsOnce(collectors.flatMap((collector) => collector.waits())),
    find(id) {
      const kept = merged.get(id);
      const lead = parts[leadOf(id)]?.collector.find(id) ?? firstOf((collector) => collector.find(id));
      if (!kept || !lead) return null;
      const { lock } = kept;
      return { ...lead, lock, acquisitions: acquisitionsIn(id, lock), nodeSamples: samplesOf(id, lock) };
    },
    nodeOf: (key) => collectors[0]?.nodeOf(key) ?? target.name,
    matchesPattern: (key) => collectors.some((collector) => collector.matchesPattern(key)),
    heardOf: (key) => [...new Set(collectors.flatMap((collector) => collector.heardOf(key)))],
    hadLock: (key) => collectors.some((collector) => collector.hadLock(key)),
    lastKnown: (id) => gone.get(id),
    async onReplicas(key) {
      return (await Promise.all(collectors.map((collector) => collector.onReplicas(key)))).flat();
    },
    async refresh(keys) {
      await everywhere((collector) => collector.refresh(keys));
      for (const key of keys) pull(idOf(target, key));
    },
    refreshHolders: (key, maxAgeMs) => everywhere((collector) => collector.refreshHolders(key, maxAgeMs)),
    aliveAtMs(instance) {
      const times = collectors.flatMap((collector) => collector.aliveAtMs(instance) ?? []);
      return times.length === 0 ? null : Math.max(...times);
    },
    setStuck(stuck) {
      for (const collector of collectors) collector.setStuck(stuck);
    },
    setUsual(usual) {
      for (const collector of collectors) collector.setUsual(usual);
    },
    setCrossed(crossed) {
      for (const collector of collectors) collector.setCrossed(crossed);
    },
    setRecorded(recorded) {
      for (const collector of collectors) collector.setRecorded(recorded);
    },
    expect(id, act) {
      for (const collector of collectors) collector.expect(id, act);
    },
    announce: async () => {},
    onPatch: patches.subscribe,
  };

  /**
   * The newest acquisition number on any node: a new one on one node is a new acquisition, and greater than all before. That
   * of a node that is unread stays in force, so that its silence is no acquisition; not where a later hold may have the same
   * token, since its changes went unreported.
   */
  function acquisitionsIn(id: LockId, { holders, votes }: Lock): number[] {
    const found = collectors.map((collector) => collector.find(id));
    return holders.map((holder) => {
      const numbers = found.map((memory, i) => {
        if (!memory || (votes?.[i]?.vote === 'unread' && mayRepeat(holder))) return 0;
        const at = memory.lock.holders.findIndex(({ token }) => token.text === holder.token.text);
        return memory.acquisitions[at] ?? 0;
      });
      return Math.max(0, ...numbers);
    });
  }

  function settleBroken(): void {
    for (const [id, { brokenSinceMs }] of merged) if (brokenSinceMs !== null) settle(id);
  }

  /** Takes what the members know of a lock and have not reported yet. */
  function pull(id: LockId): void {
    for (const { collector, locks } of parts) {
      const lock = collector.find(id)?.lock;
      if (lock) locks.set(id, lock);
      else locks.delete(id);
    }
    settle(id);
  }
}
