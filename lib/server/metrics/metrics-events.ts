import { Counter, Histogram, type Registry } from 'prom-client';
import type { Collector, IndexPatch } from '../../collector/types';
import type { LockEventKind } from '../../contract/codes';
import type { Lock, LockEvent } from '../../contract/lock';
import { isShared } from '../../domain/holders/holders-summary';
import type { LockId } from '../../domain/keys/lock-id';
import { createHolds } from './metrics-holds';

/** Seconds; from a critical section to a night's batch. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200];
const SEEN = 'What happens between two readings of a lock is not seen, so there were at least as many.';

/** What each kind of event is counted as; kinds that are not named are counted nowhere. */
const COUNTED = {
  acquired: ['acquisitions', `Locks that were seen to be taken while they were free. ${SEEN}`],
  released: ['releases', `Holds that were seen to be given back by their holder. ${SEEN}`],
  expired: [
    'lapses',
    `Keys that ran out. Whether somebody still held the lock then is another question: lockscope_expired_while_held_total. ${SEEN}`,
  ],
  lost: ['losses', 'Holds that ended because a server lost its data: a failover, a flush or a restart.'],
  renewed: ['renewals', `Leases that were seen to be set anew by their holder. ${SEEN}`],
  'taken-over': ['takeovers', 'Locks that one write handed to another holder while the lease still ran.'],
  'force-released': ['forced_releases', 'Locks that were freed by somebody through this console.'],
  extended: ['extensions', 'Leases that were extended by somebody through this console.'],
  late: ['late_renewals', 'Holders that missed the renewal that was due.'],
  'holder-gone': ['gone_holders', 'Holders whose process was proven gone while they had the lock.'],
} as const satisfies Partial<Record<LockEventKind, readonly [name: string, help: string]>>;
type CountedKind = keyof typeof COUNTED;

const ENDS: ReadonlySet<LockEventKind> = new Set([
  'released',
  'expired',
  'lost',
  'force-released',
  'taken-over',
]);

type Place = { target: string; format: string };

type EventMetrics = {
  /** Counts what this collector tells, until the returned stop is called. */
  count(collector: Pick<Collector, 'onPatch' | 'lastKnown'>): () => void;
  /** A hold is proven to have expired while it was held. */
  expiredWhileHeld(place: Place): void;
  /** Has every counter of this format start at 0: what grows from nothing has no rate. */
  expect(place: Place): void;
};

/** Counters and the histogram of hold times, fed by the events of collectors. Labels are `target` and `format`. */
export function createEventMetrics(registry: Registry): EventMetrics {
  const shared = { labelNames: ['target', 'format'] as const, registers: [registry] };
  const counters = new Map<LockEventKind, Counter<'target' | 'format'>>();
  for (const kind of Object.keys(COUNTED) as CountedKind[]) {
    const [name, help] = COUNTED[kind];
    counters.set(kind, new Counter({ name: `lockscope_${name}_total`, help, ...shared }));
  }
  const outlived = new Counter({
    name: 'lockscope_expired_while_held_total',
    help:
      'Holds that are proven to have expired while they were held: their holder came back after the deadline, or its ' +
      'process lived on. Most holders leave no such proof, so there were at least as many.',
    ...shared,
  });
  const held = new Histogram({
    name: 'lockscope_hold_seconds',
    help:
      'How long locks were held, of holds that were seen from beginning to end. ' +
      'Short holds between two readings are not seen, so there were at least as many.',
    buckets: BUCKETS,
    ...shared,
  });
  const holds = createHolds();
  const expected = new Set<string>();

  function expect(place: Place): void {
    const name = `${place.target} ${place.format}`;
    if (expected.has(name)) return;
    expected.add(name);
    for (const counter of counters.values()) counter.inc(place, 0);
    outlived.inc(place, 0);
    held.zero(place);
  }

  function take(event: LockEvent, lock: Lock | null): void {
    const { id, kind, holder, atMs, target } = event;
    const place = { target, format: lock?.format.id ?? 'unknown' };
    if (counters.has(kind)) expect(place);
    counters.get(kind)?.inc(place);
    if (ENDS.has(kind)) {
      const ms = holds.end(id, holder, atMs);
      if (ms !== null) held.observe(place, ms / 1_000);
    }
    if (kind === 'acquired' || kind === 'taken-over') {
      holds.begin(id, { holder, exclusive: lock === null || !isShared(lock), atMs });
    }
  }

  function taken(collector: Pick<Collector, 'lastKnown'>, { changed, removed, events }: IndexPatch): void {
    if (events.length > 0) {
      const now = new Map<LockId, Lock>(changed.map((lock) => [lock.id, lock]));
      for (const event of events) take(event, now.get(event.id) ?? collector.lastKnown(event.id));
    }
    for (const id of removed) holds.forget(id);
  }

  return {
    count: (collector) => collector.onPatch((patch) => taken(collector, patch)),
    expect,
    expiredWhileHeld(place) {
      expect(place);
      outlived.inc(place);
    },
  };
}
