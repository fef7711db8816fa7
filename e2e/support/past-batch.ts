import type { HistoryBatch, RollupWrite, SpanWrite } from '../../lib/history/database/batch';
import { bucketOf } from '../../lib/history/database/histogram';
import { batchOf, lockInfo, lockOf, noCounts, spanOf } from './history-batches';

/** A hold of the `nth` lock: who, from when to when, how it ended, and how many waited all the time. */
export type PastHold = {
  nth: number;
  from: number;
  to: number | null;
  holder?: string;
  ended?: SpanWrite['ended'];
  waiters?: number;
  change?: Partial<SpanWrite>;
  /** It overstayed. */
  overstayed?: boolean;
};

const BUCKET_MS = 10_000;
const COUNT = {
  released: 'releases',
  expired: 'lapses',
  lost: 'lost',
  'force-released': 'forced',
  'taken-over': 'taken_over',
  unseen: 'releases',
} as const;

/**
 * What a recorder would have written of these holds in the times that were watched, `[from, to]` in ms: a row of the target
 * for each bucket that was watched, of family and locks as far as they have something to tell.
 */
export function pastBatches(
  target: string,
  holds: readonly PastHold[],
  watched: readonly (readonly [number, number])[],
): HistoryBatch[] {
  const spans = holds.map(({ nth, from, to, holder = 'ann', ended = null, waiters = 0, change }, i) =>
    spanOf(`${target}-${i}`, target, nth, {
      holder,
      holder_ref: `instance:${holder}`,
      token: `token-of-${holder}`,
      from_ms: from,
      to_ms: to,
      ended: to === null ? null : (ended ?? 'released'),
      waiters_max: waiters,
      waiter_ms: waiters * ((to ?? from) - from),
      ...change,
    }),
  );
  const all = watched.map(([from, to], i) => {
    const batch = batchOf(target, {
      atMs: to,
      covered: { fromMs: from, toMs: to, watcher: 'test' },
      rollups: rollupsOf(target, holds, from, to),
    });
    if (i > 0) return batch;
    const numbers = [...new Set(holds.map(({ nth }) => nth))];
    const waiting = holds.flatMap(({ nth, from, to, waiters = 0 }) => [
      ...(waiters > 0 ? [{ lock: lockOf(target, nth), atMs: from, waiters }] : []),
      ...(waiters > 0 && to !== null ? [{ lock: lockOf(target, nth), atMs: to, waiters: 0 }] : []),
    ]);
    return { ...batch, locks: numbers.map((nth) => lockInfo(target, nth)), spans, waiting };
  });
  return all;
}

function rollupsOf(target: string, holds: readonly PastHold[], from: number, to: number): RollupWrite[] {
  const rows: RollupWrite[] = [];
  const lock = (nth: number) => ({ kind: 'lock' as const, target, lock: lockOf(target, nth) });
  for (let start = Math.floor(from / BUCKET_MS) * BUCKET_MS; start < to; start += BUCKET_MS) {
    const covered_ms = Math.min(to, start + BUCKET_MS) - Math.max(from, start);
    const whole = { ...noCounts, covered_ms };
    const times: RollupWrite['times'] = [];
    for (const nth of new Set(holds.map((hold) => hold.nth))) {
      const row = { ...noCounts, covered_ms };
      const own: RollupWrite['times'] = [];
      let active = false;
      for (const hold of holds.filter((each) => each.nth === nth)) {
        const within = (at: number | null) => at !== null && at >= start && at < start + BUCKET_MS;
        const heldMs = Math.min(hold.to ?? to, start + BUCKET_MS, to) - Math.max(hold.from, start, from);
        if (heldMs > 0) {
          row.held_ms += heldMs;
          row.held_max = 1;
          row.waiter_ms += heldMs * (hold.waiters ?? 0);
          row.waiters_max = Math.max(row.waiters_max, hold.waiters ?? 0);
        }
        if (within(hold.from)) row.acquisitions += 1;
        if (hold.to !== null && within(hold.to)) {
          row[COUNT[hold.ended ?? 'released']] += 1;
          const time = { bucket: bucketOf(hold.to - hold.from), count: 1 };
          own.push({ measure: 'hold', ...time });
          if (hold.overstayed) own.push({ measure: 'overstay', ...time });
        }
        active ||= within(hold.from) || within(hold.to) || (heldMs > 0 && (hold.waiters ?? 0) > 0);
      }
      if (active) rows.push({ subject: lock(nth), startMs: start, counts: row, times: own });
      times.push(...own);
      for (const name of ['acquisitions', 'releases', 'lapses', 'lost', 'forced', 'taken_over'] as const)
        whole[name] += row[name];
      for (const name of ['held_ms', 'held_max', 'waiter_ms', 'waiters_max'] as const)
        whole[name] += row[name];
    }
    const summed = new Map(times.map((time) => [`${time.measure} ${time.bucket}`, { ...time, count: 0 }]));
    for (const time of times) {
      const sum = summed.get(`${time.measure} ${time.bucket}`);
      if (sum) sum.count += time.count;
    }
    const both = { startMs: start, counts: whole, times: [...summed.values()] };
    rows.push({ subject: { kind: 'target', target }, ...both });
    if (whole.held_ms > 0 || times.length > 0)
      rows.push({ subject: { kind: 'family', target, family: 'lock:*' }, ...both });
  }
  return rows;
}
