import { bucketOf } from '../../../lib/history/histogram';
import { bucketStart, type TierMs } from '../../../lib/history/tiers';
import { ENDS, empty, type Sums, type Times } from './figures';
import type { Hold } from './holds';

/** Rows of one lock in one tier: only of buckets in which somebody took or left it or waited, as the recorder writes them. */
export function lockRows(
  holds: readonly Hold[],
  tier: TierMs,
  oldestMs: number,
  nowMs: number,
): { sums: Sums[]; times: Times[] } {
  const rows = new Map<number, Sums>();
  const times = new Map<string, Times>();
  const rowAt = (atMs: number) => {
    const start = bucketStart(atMs, tier);
    const row = rows.get(start) ?? empty(start);
    rows.set(start, row);
    return row;
  };
  const time = (measure: Times['measure'], atMs: number, ms: number) => {
    const [start_ms, bucket] = [bucketStart(atMs, tier), bucketOf(ms)];
    if (start_ms < oldestMs) return;
    const name = `${start_ms} ${measure} ${bucket}`;
    const row = times.get(name) ?? { tier_ms: tier, start_ms, measure, bucket, count: 0 };
    row.count += 1;
    times.set(name, row);
  };
  let before: Hold | null = null;
  for (const hold of holds) {
    const end = hold.toMs ?? nowMs;
    rowAt(hold.fromMs).acquisitions += 1;
    const active = new Set([bucketStart(hold.fromMs, tier)]);
    if (hold.ended !== null) {
      rowAt(end)[ENDS[hold.ended] ?? 'releases'] += 1;
      active.add(bucketStart(end, tier));
      time('hold', end, end - hold.fromMs);
    }
    const { waiters } = hold;
    if (waiters) for (let at = bucketStart(waiters.fromMs, tier); at < end; at += tier) active.add(at);
    for (const start of active) {
      if (start < oldestMs) continue;
      const row = rowAt(start);
      const within = (fromMs: number) => Math.max(0, Math.min(end, start + tier) - Math.max(fromMs, start));
      row.held_ms += within(hold.fromMs);
      row.held_max = 1;
      row.covered_ms = Math.max(0, Math.min(tier, nowMs - start));
      if (!waiters || within(waiters.fromMs) === 0) continue;
      row.waiter_ms += waiters.count * within(waiters.fromMs);
      row.waiters_max = Math.max(row.waiters_max, waiters.count);
    }
    if (before?.waiters && before.toMs !== null) {
      time('wait', hold.fromMs, hold.fromMs - before.waiters.fromMs);
      time('gap', hold.fromMs, hold.fromMs - before.toMs);
    }
    before = hold;
  }
  return {
    sums: [...rows.values()].filter(({ start_ms }) => start_ms >= oldestMs),
    times: [...times.values()],
  };
}
