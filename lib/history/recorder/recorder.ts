import type { Finding } from '../../contract/finding';
import type { NodeStatus } from '../../contract/nodes';
import type { NamedWait } from '../../domain/wait-graph/wait-graph';
import type { OpenSpans } from '../archive/archive-types';
import type { HistoryBatch } from '../database/batch';
import { createAdoption } from './adoption';
import { ofLock } from './batch-builder';
import { bucketStartOf } from './buckets';
import { type EventFact, readingsDecide, takeFact } from './event-facts';
import type { OnProven, SeenAlive } from './expiries';
import type { FindingPlace } from './finding-changes';
import type { LockChange } from './lock-change';
import { horizonAt } from './lock-horizon';
import type { Orders } from './lock-orders';
import { LockRecorder } from './lock-recorder';
import { batchRowsOf } from './merge-batches';
import { Servers } from './servers';
import type { Span } from './span';
import { isOver, type Tracked } from './tracked';

/** After that, what somebody waited for when it was freed is taken by somebody else: no hand-over. */
const HAND_OVER_MS = 60_000;
/** Holds that do nothing but renew have their rows brought up to date this often. */
const RENEWALS_MS = 60_000;
/** Share of the changes that has to be seen for the order of two to tell something. */
const SEEN = 0.95;
const NO_ORDERS: Orders = { orders: [], infos: [] };

type RecorderOptions = {
  target: string;
  /** Which console watches. */
  watcher: string;
  /** Whether somebody silenced a finding. Default: nobody did. */
  isSilenced?: (finding: Finding, place: FindingPlace) => boolean;
  /** Told of each hold that is proven to have expired while it was held, once. */
  onProven?: OnProven;
};

/**
 * Makes history of what is told of one target: pure but for its own memory, which holds the locks that are held or waited
 * for, and those of the last twenty seconds. Time is passed in, epoch ms. What it leaves out: findings of locks that are
 * only informative; holds and waits shorter than what the collector sees.
 */
export type Recorder = {
  /** A change of one lock, as it happens. */
  take(change: LockChange, nowMs: number): void;
  /** A fact that a keyspace event counted; null = events are not counted any more. */
  count(fact: EventFact | null, nowMs: number): void;
  /** To be called once a second: the servers as they are; everybody who waits; and that it was watched in between. */
  nodes(statuses: readonly NodeStatus[], nowMs: number): void;
  waits(waits: readonly NamedWait[], nowMs: number): void;
  watched(fromMs: number, toMs: number): void;
  /** To be called once a second too: which processes were seen to live, and when last. */
  alive(seenAlive: SeenAlive): void;
  /** What an earlier watch left open: holds that are found to go on are gone on with. To be called before the first change. */
  adopt(open: OpenSpans): void;
  /** `uid`s of those that were found to go on. */
  adopted(): string[];
  /** Everything since the last time; null = there is nothing to write. */
  drain(nowMs: number, fence: number | null): HistoryBatch | null;
  /** How many locks it remembers. */
  size(): number;
};

export function createRecorder(options: RecorderOptions): Recorder {
  const { target, watcher, isSilenced = () => false, onProven } = options;
  const adoption = createAdoption();
  const locks = new LockRecorder(target, adoption.of, onProven);
  const { builder, counters, tracked } = locks;
  const servers = new Servers(locks.findings);
  let covered: HistoryBatch['covered'] = null;
  let bucketMs = Number.NEGATIVE_INFINITY;
  let renewalsMs = Number.NEGATIVE_INFINITY;

  /** What time alone brings about. */
  function settle(nowMs: number): void {
    for (const each of locks.freed) {
      if (locks.isForgotten(each, nowMs)) locks.setWaiters(each, 0, each.freed?.goneMs ?? nowMs, nowMs);
      if (nowMs - (each.freed?.atMs ?? 0) < HAND_OVER_MS) continue;
      each.freed = null;
      locks.freed.delete(each);
    }
    if (bucketStartOf(nowMs) === bucketMs) return;
    const isMinute = nowMs - renewalsMs >= RENEWALS_MS;
    if (isMinute) renewalsMs = nowMs;
    for (const each of tracked.values()) {
      if (each.counted) waited(each, nowMs);
      for (const { span } of each.holds.values()) look(each, span, isMinute, nowMs);
    }
    for (const span of [...locks.stale]) locks.writeSpan(span);
  }

  /** How long the one waits who waits longest, as of the end of the bucket that is over. */
  function waited(each: Tracked, nowMs: number): void {
    const sinceMs = locks.waits.oldestMs(each.info.id) ?? each.arrivals.oldestMs();
    const endMs = bucketStartOf(nowMs);
    if (sinceMs !== null && sinceMs < endMs)
      counters.waited(each.accounts, endMs - sinceMs, endMs - 1, nowMs);
  }

  function look(each: Tracked, span: Span, isMinute: boolean, nowMs: number): void {
    const { row } = span;
    if (isMinute && span.writtenRenewals !== row.renewals) {
      span.writtenRenewals = row.renewals;
      locks.stale.add(span);
    }
    if (each.counted) {
      locks.addWaits(each, nowMs);
      locks.stale.add(span);
    }
    const heldMs = nowMs - row.from_ms;
    if (span.reportedLong || !each.last || !locks.long.isLong(each.info.family, row.lease_ms, heldMs)) return;
    span.reportedLong = true;
    builder.lock(each.info);
    builder.event(ofLock(each.last, 'long', nowMs, { heldMs }));
  }

  function forget(nowMs: number): void {
    for (const [id, each] of tracked) {
      if (!isOver(each) || each.touchedMs >= bucketStartOf(nowMs) - 10_000 || locks.waits.has(id)) continue;
      tracked.delete(id);
      locks.freed.delete(each);
      counters.close(each.accounts);
    }
  }

  return {
    take: (change, nowMs) => locks.take(change, nowMs),
    count: (fact, nowMs) => (fact ? takeFact(locks, fact, nowMs) : readingsDecide(locks, nowMs)),
    nodes(statuses, nowMs) {
      locks.orders.trust(statuses.every(({ coverage }) => coverage.changes >= SEEN));
      for (const event of servers.look(statuses, nowMs)) builder.event(event);
    },
    waits(waits, nowMs) {
      const { began, ended } = locks.waits.look(waits, (lock) => tracked.has(lock), nowMs);
      for (const row of began) {
        const known = tracked.get(row.lock);
        if (known) builder.lock(known.info);
        if (known && row.known_by === 'queue') known.isQueued = true;
        builder.waitSpan(row);
      }
      locks.waitsEnded(ended, nowMs);
    },
    watched(fromMs, toMs) {
      counters.watched(fromMs, toMs, () => [...tracked.values()].map(({ accounts }) => accounts));
      const goesOn = covered !== null && covered.toMs >= fromMs;
      covered = { fromMs: goesOn && covered ? covered.fromMs : fromMs, toMs, watcher };
    },
    alive: (seenAlive) => locks.expiries.look(seenAlive),
    adopt: adoption.offer,
    adopted: adoption.taken,
    drain(nowMs, fence) {
      settle(nowMs);
      const isNewBucket = bucketStartOf(nowMs) !== bucketMs;
      const rollups = counters.drain();
      for (const { subject } of rollups) {
        const known = subject.kind === 'lock' ? tracked.get(subject.lock) : undefined;
        if (known) builder.lock(known.info);
      }
      const { events, left } = locks.findings.drain(isSilenced);
      for (const event of events) {
        builder.event(event);
      }
      if (left > 0) builder.event(dropped(left, nowMs));
      // Once a bucket: pairs that are taken all the time are one row then.
      const { orders, infos } = isNewBucket ? locks.orders.drain(nowMs) : NO_ORDERS;
      for (const info of infos) builder.lock(info);
      const out = builder.drain(nowMs);
      const horizon = isNewBucket && covered ? horizonAt(lasts(), nowMs) : null;
      if (isNewBucket) forget(nowMs);
      bucketMs = bucketStartOf(nowMs);
      const batch: HistoryBatch = { target, fence, atMs: nowMs, covered, ...out, rollups, horizon, orders };
      if (covered) covered = null;
      return isEmpty(batch) ? null : batch;
    },
    size: () => tracked.size,
  };

  function* lasts() {
    for (const { last } of tracked.values()) yield last;
  }
}

function dropped(events: number, atMs: number): HistoryBatch['events'][number] {
  return {
    atMs,
    lock: null,
    node: null,
    kind: 'detail-dropped',
    by: 'inferred',
    holder: null,
    values: { events },
  };
}

function isEmpty(batch: HistoryBatch): boolean {
  return batch.covered === null && batchRowsOf(batch) === 1;
}
