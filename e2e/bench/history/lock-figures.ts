import { bucketOf } from '../../../lib/history/database/histogram';
import { bucketStart, TIERS, type TierMs } from '../../../lib/history/database/tiers';
import { type Interval, union } from '../../../lib/history/queries/coverage';
import { ENDS, empty, type Sums, type Times } from './figures';
import type { Hold } from './holds';

const FINEST = TIERS[0];

export type LockRows = { sums: Sums[]; times: Times[] };
/** What rows are made of: a hold, and the parts of it that lie in buckets in which something happened. */
type Part = { hold: Hold; end: number; before: Hold | null; held: Interval[] };
export type LockFacts = { parts: Part[]; active: Interval[] };

/** Of all holds of one lock, for `lockRows` of each tier. */
export function lockFacts(holds: readonly Hold[], nowMs: number): LockFacts {
  let before: Hold | null = null;
  const intervals: Interval[] = [];
  const parts = holds.map((hold): Part => {
    const end = hold.toMs ?? nowMs;
    const active = union(activeOf(hold, nowMs));
    intervals.push(...active);
    const held = active.map(({ fromMs, toMs }) => {
      return { fromMs: Math.max(fromMs, hold.fromMs), toMs: Math.min(toMs, end) };
    });
    const part = { hold, end, before, held };
    before = hold;
    return part;
  });
  return { parts, active: union(intervals) };
}

/**
 * Rows of one lock in one tier, as the recorder makes them: sums of those buckets of ten seconds in which somebody took or
 * left it, waited or renewed it. What a coarser row has of it may be less than the lock was held.
 */
export function lockRows(
  { parts, active }: LockFacts,
  tier: TierMs,
  oldestMs: number,
  nowMs: number,
): LockRows {
  const rows = new Map<number, Sums>();
  const times = new Map<number, Times>();
  const rowAt = (atMs: number) => {
    const start = bucketStart(atMs, tier);
    let row = rows.get(start);
    if (!row) {
      row = empty(start);
      rows.set(start, row);
    }
    return row;
  };
  const spread = (
    { fromMs, toMs }: Interval,
    add: (row: Sums, part: Interval, hold: Hold | null) => void,
    hold: Hold | null,
  ) => {
    for (let at = Math.max(fromMs, oldestMs); at < toMs; ) {
      const until = Math.min(toMs, bucketStart(at, tier) + tier);
      add(rowAt(at), { fromMs: at, toMs: until }, hold);
      at = until;
    }
  };
  const time = (measure: Times['measure'], atMs: number, ms: number) => {
    const [start_ms, bucket] = [bucketStart(atMs, tier), bucketOf(ms)];
    if (start_ms < oldestMs) return;
    const place = ((start_ms / tier) * 4 + MEASURES.indexOf(measure)) * 256 + bucket;
    const row = times.get(place);
    if (row) row.count += 1;
    else times.set(place, { tier_ms: tier, subject: 0, start_ms, measure, bucket, count: 1 });
  };
  for (const { fromMs, toMs } of active)
    if (toMs > oldestMs) spread({ fromMs, toMs: Math.min(toMs, nowMs) }, addCovered, null);
  for (const { hold, end, before, held } of parts) {
    if (end < oldestMs) continue;
    const { fromMs, ended, waiters } = hold;
    if (fromMs >= oldestMs) rowAt(fromMs).acquisitions += 1;
    if (ended !== null) {
      rowAt(end)[ENDS[ended] ?? 'releases'] += 1;
      time('hold', end, end - fromMs);
    }
    for (const each of held) spread(each, addHeld, hold);
    if (waiters) spread({ fromMs: waiters.fromMs, toMs: end }, addWaited, hold);
    if (!before?.waiters || before.toMs === null) continue;
    time('wait', fromMs, fromMs - before.waiters.fromMs);
    time('gap', fromMs, fromMs - before.toMs);
  }
  return { sums: inOrder(rows), times: inOrder(times) };
}

function addCovered(row: Sums, { fromMs, toMs }: Interval): void {
  row.covered_ms += toMs - fromMs;
}

function addHeld(row: Sums, { fromMs, toMs }: Interval, hold: Hold | null): void {
  row.held_ms += toMs - fromMs;
  row.held_max = 1;
  if (hold?.renewed) row.renewals += wholeBuckets(fromMs, toMs);
}

function addWaited(row: Sums, { fromMs, toMs }: Interval, hold: Hold | null): void {
  const count = hold?.waiters?.count ?? 0;
  row.waiter_ms += count * (toMs - fromMs);
  row.waiters_max = Math.max(row.waiters_max, count);
}

const MEASURES: readonly Times['measure'][] = ['gap', 'hold', 'wait'];

function inOrder<T>(rows: ReadonlyMap<number, T>): T[] {
  return [...rows].sort((a, b) => a[0] - b[0]).map(([, row]) => row);
}

/** Buckets of ten seconds in which something happened to a hold. */
function activeOf({ fromMs, toMs, waiters, renewed }: Hold, nowMs: number): Interval[] {
  const end = toMs ?? nowMs;
  const around = (from: number, to: number): Interval => {
    return { fromMs: bucketStart(from, FINEST), toMs: bucketStart(to, FINEST) + FINEST };
  };
  if (renewed) return [around(fromMs, end)];
  return [
    around(fromMs, fromMs),
    ...(waiters ? [around(waiters.fromMs, end - 1)] : []),
    ...(toMs === null ? [] : [around(toMs, toMs)]),
  ];
}

function wholeBuckets(fromMs: number, toMs: number): number {
  return Math.max(0, Math.floor(toMs / FINEST) - Math.ceil(fromMs / FINEST));
}
