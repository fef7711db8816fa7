import { ERROR } from './error';
import { middleOf, type TrueHold, type TrueWait, widthOf } from './truth';

export type Interval = { fromMs: number; toMs: number };
/** A figure and by how much one that is told may differ from it. */
export type Expected = { value: number; error: number };

/** By how much the history may misplace the beginning or end of a wait, ms. */
export function waitErrorMs({ by }: TrueWait): number {
  return ERROR.eventMs + (by === 'channel' ? ERROR.countMs : 0);
}

/** Time for which these locks were held within the intervals, ms; one that several hold counts once a holder. */
export function heldMs(holds: readonly TrueHold[], within: readonly Interval[]): Expected {
  return sum(holds, within, () => ERROR.eventMs);
}

/** Waiters × time within the intervals, ms. */
export function waitedMs(waits: readonly TrueWait[], within: readonly Interval[]): Expected {
  return sum(waits, within, (wait) => waitErrorMs(wait));
}

/** The least and the most that may have been at once between two moments. */
export function atOnce(
  all: readonly (TrueHold | TrueWait)[],
  { fromMs, toMs }: Interval,
  errorMs: (one: TrueHold | TrueWait) => number,
): { least: number; most: number } {
  const surely = all.filter((one) => {
    const error = errorMs(one);
    return one.from.latestMs + error <= fromMs && one.to.earliestMs - error >= toMs;
  });
  const edges = all.flatMap(({ from }) => from.latestMs).filter((at) => at >= fromMs && at <= toMs);
  const most = Math.max(...[fromMs, ...edges, toMs].map((at) => possiblyAt(all, at, errorMs)));
  return { least: surely.length, most };
}

/**
 * How many renewals of these holds are counted; null = a holder does not count them. One is read by itself unless the next one,
 * or the end, came before it was read.
 */
export function renewalsOf(holds: readonly TrueHold[]): { least: number; most: number } | null {
  let [least, most] = [0, 0];
  for (const { renewals, to } of holds) {
    if (!renewals) return null;
    most += renewals.length;
    least += renewals.filter(
      ({ latestMs }, i) => latestMs + ERROR.eventMs < (renewals[i + 1] ?? to).earliestMs,
    ).length;
  }
  return { least, most };
}

function possiblyAt<One extends TrueHold | TrueWait>(
  all: readonly One[],
  atMs: number,
  errorMs: (one: One) => number,
): number {
  return all.filter((one) => {
    const error = errorMs(one);
    return one.from.earliestMs - error <= atMs && one.to.latestMs + error >= atMs;
  }).length;
}

/** Every beginning or end that lies in an interval, or so close to one that it may be told to, may be misplaced. */
function sum<One extends TrueHold | TrueWait>(
  all: readonly One[],
  within: readonly Interval[],
  errorMs: (one: One) => number,
): Expected {
  let [value, error] = [0, 0];
  for (const one of all) {
    for (const { fromMs, toMs } of within) {
      value += Math.max(0, Math.min(middleOf(one.to), toMs) - Math.max(middleOf(one.from), fromMs));
      for (const border of [one.from, one.to]) {
        const most = errorMs(one) + widthOf(border) / 2;
        const at = middleOf(border);
        if (at + most > fromMs && at - most < toMs) error += Math.min(most, toMs - fromMs);
      }
    }
  }
  return { value, error };
}
