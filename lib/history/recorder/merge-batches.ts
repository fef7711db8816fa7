import type { HistoryBatch, OrderWrite, RollupCounts, RollupWrite, SubjectRef } from '../database/batch';
import { bucketStartOf } from './buckets';
import { sumOfOrders } from './lock-orders';

/**
 * One batch out of two of a target that follow each other, or null where their order has to stay: what they tell is of
 * different leases, a gap lies between them, or each has how much time leases had left.
 */
export function mergeBatches(first: HistoryBatch, then: HistoryBatch): HistoryBatch | null {
  if (first.target !== then.target || first.fence !== then.fence) return null;
  const covered = joined(first.covered, then.covered);
  if (covered === undefined) return null;
  const horizon = then.horizon ?? first.horizon;
  if (first.horizon && then.horizon && bucketStartOf(first.horizon.atMs) !== bucketStartOf(then.horizon.atMs))
    return null;
  return {
    target: then.target,
    fence: then.fence,
    atMs: then.atMs,
    covered,
    locks: last([...first.locks, ...then.locks], ({ id }) => id),
    spans: last([...first.spans, ...then.spans], ({ uid }) => uid),
    waitSpans: last([...first.waitSpans, ...then.waitSpans], ({ uid }) => uid),
    waiting: [...first.waiting, ...then.waiting],
    rollups: added([...first.rollups, ...then.rollups]),
    horizon,
    events: [...first.events, ...then.events],
    orders: ordered([...first.orders, ...then.orders]),
  };
}

/** Rows that a batch is, more or less: what it costs to keep and to write. */
export function batchRowsOf(batch: HistoryBatch): number {
  const { spans, waitSpans, waiting, rollups, events, orders } = batch;
  return (
    1 + spans.length + waitSpans.length + waiting.length + rollups.length + events.length + orders.length
  );
}

type Covered = HistoryBatch['covered'];

/** undefined = they are two watches. */
function joined(first: Covered, then: Covered): Covered | undefined {
  if (!first || !then) return first ?? then;
  if (first.watcher !== then.watcher || then.fromMs > first.toMs) return undefined;
  return { ...first, toMs: Math.max(first.toMs, then.toMs) };
}

function last<T>(all: readonly T[], nameOf: (each: T) => string): T[] {
  return [...new Map(all.map((each) => [nameOf(each), each])).values()];
}

function ordered(all: readonly OrderWrite[]): OrderWrite[] {
  const sums = new Map<string, OrderWrite>();
  for (const order of all) {
    const name = `${nameOf(order.before)}\n${nameOf(order.after)}`;
    const sum = sums.get(name);
    sums.set(name, sum ? sumOfOrders(sum, order) : order);
  }
  return [...sums.values()];
}

const HIGHEST: ReadonlySet<keyof RollupCounts> = new Set(['held_max', 'waiters_max', 'waited_max'] as const);

function added(all: readonly RollupWrite[]): RollupWrite[] {
  const sums = new Map<string, RollupWrite>();
  for (const row of all) {
    const name = `${row.startMs} ${nameOf(row.subject)}`;
    const sum = sums.get(name);
    if (!sum) sums.set(name, row);
    else sums.set(name, sumOf(sum, row));
  }
  return [...sums.values()];
}

function sumOf(a: RollupWrite, b: RollupWrite): RollupWrite {
  const counts = { ...a.counts };
  for (const name of Object.keys(counts) as (keyof RollupCounts)[])
    counts[name] = HIGHEST.has(name) ? Math.max(counts[name], b.counts[name]) : counts[name] + b.counts[name];
  const times = new Map(a.times.map((each) => [`${each.measure} ${each.bucket}`, each]));
  for (const each of b.times) {
    const name = `${each.measure} ${each.bucket}`;
    times.set(name, { ...each, count: each.count + (times.get(name)?.count ?? 0) });
  }
  return { ...a, counts, times: [...times.values()] };
}

function nameOf(subject: SubjectRef): string {
  if (subject.kind === 'lock') return `lock ${subject.lock}`;
  return subject.kind === 'family' ? `family ${subject.family}` : 'target';
}
