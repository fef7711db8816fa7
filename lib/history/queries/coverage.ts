import type { Db } from '../database/multi-row';

export type Interval = { fromMs: number; toMs: number };

/** Batches come a moment late: what is younger than the last one was watched if the time before was. */
const LATE_MS = 5_000;

/** When each of these targets was watched within the range, in order. */
export async function watchedIn(
  db: Db,
  targets: readonly string[],
  { fromMs, toMs }: Interval,
  nowMs: number,
): Promise<Map<string, Interval[]>> {
  const watched = new Map<string, Interval[]>(targets.map((target) => [target, []]));
  if (targets.length === 0) return watched;
  const rows = await db
    .selectFrom('coverage')
    .where('target', 'in', [...targets])
    .where('from_ms', '<', toMs)
    .where('to_ms', '>', fromMs - LATE_MS)
    .select(['target', 'from_ms', 'to_ms'])
    .orderBy('from_ms')
    .execute();
  const last = new Map(rows.map((row) => [row.target, row]));
  for (const row of rows) {
    const { target, from_ms, to_ms } = row;
    const isLate = row === last.get(target) && to_ms >= nowMs - LATE_MS;
    const until = isLate ? Math.max(to_ms, nowMs) : to_ms;
    const part = { fromMs: Math.max(fromMs, from_ms), toMs: Math.min(toMs, until) };
    if (part.toMs > part.fromMs) watched.get(target)?.push(part);
  }
  return watched;
}

/** The union of intervals, in order and without those that touch. */
export function union(intervals: readonly Interval[]): Interval[] {
  const all: Interval[] = [];
  for (const { fromMs, toMs } of [...intervals].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = all.at(-1);
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs);
    else all.push({ fromMs, toMs });
  }
  return all;
}

/** What of the range up to `nowMs` none of the intervals covers. */
export function gapsIn(
  intervals: readonly Interval[],
  { fromMs, toMs }: Interval,
  nowMs: number,
): Interval[] {
  const end = Math.min(toMs, nowMs);
  const gaps: Interval[] = [];
  let at = fromMs;
  for (const each of [...union(intervals), { fromMs: end, toMs: end }]) {
    const until = Math.min(each.fromMs, end);
    if (until > at) gaps.push({ fromMs: at, toMs: until });
    at = Math.max(at, each.toMs);
  }
  return gaps;
}

/** How long both lists of intervals cover together, ms; each without overlaps and in order. */
export function commonMs(a: readonly Interval[], b: readonly Interval[]): number {
  let sum = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [left, right] = [a[i] as Interval, b[j] as Interval];
    sum += Math.max(0, Math.min(left.toMs, right.toMs) - Math.max(left.fromMs, right.fromMs));
    if (left.toMs < right.toMs) i++;
    else j++;
  }
  return sum;
}
