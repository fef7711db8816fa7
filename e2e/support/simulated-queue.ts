import type { LockLoad, Moments } from '../../lib/domain/queueing/fit-queue';

export type Draw = (random: () => number) => number;

export const exponential =
  (meanMs: number): Draw =>
  (random) =>
    -meanMs * Math.log(1 - random());
export const constant =
  (ms: number): Draw =>
  () =>
    ms;
export const lognormal =
  (meanMs: number, sigma: number): Draw =>
  (random) => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return meanMs * Math.exp(sigma * normal - sigma ** 2 / 2);
  };

/** Moments of arrival, ascending, ms: how many come in `forMs` at this rate a ms. */
export type ArrivalProcess = (rate: number, forMs: number, random: () => number) => number[];

export const poissonArrivals: ArrivalProcess = (rate, forMs, random) => {
  const found: number[] = [];
  const gap = exponential(1 / rate);
  for (let at = gap(random); at < forMs; at += gap(random)) found.push(at);
  return found;
};

/** So many at one moment, in geometric groups of this mean. */
export const inGroups =
  (mean: number): ArrivalProcess =>
  (rate, forMs, random) =>
    poissonArrivals(rate / mean, forMs, random).flatMap((at) => {
      const size = 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - 1 / mean));
      return Array.from({ length: size }, () => at);
    });

/** Poisson at twice `high` times less and `high` times the rate in turn, in exponential phases of this mean; in sum the rate. */
export const inPhases =
  (high: number, phaseMs: number): ArrivalProcess =>
  (rate, forMs, random) => {
    const found: number[] = [];
    // The clock of the phases runs with the arrivals, so that more load is the same pattern, faster.
    const phase = exponential(phaseMs);
    for (let at = 0, isHigh = true; at < forMs; isHigh = !isHigh) {
      const until = Math.min(forMs, at + phase(random));
      const own = rate * (isHigh ? high : 2 - high);
      found.push(...poissonArrivals(own, until - at, random).map((each) => at + each));
      at = until;
    }
    return found;
  };

export type QueueRun = {
  load: LockLoad;
  /** Mean wait of all, ms. */
  waitMs: number;
};

const POINT_MS = 10_000;

/** One holder at a time, in the order of arrival: what would be recorded of it, exactly, but for the buckets of the holds. */
export function simulatedQueue(
  { arrivals, hold, forMs }: { arrivals: readonly number[]; hold: Draw; forMs: number },
  random: () => number,
  momentsOf: (times: readonly number[]) => Moments,
): QueueRun {
  const points = new Array<number>(Math.floor(forMs / POINT_MS)).fill(0);
  const holds: number[] = [];
  let [freeMs, heldMs, waiterMs, acquisitions, waited] = [0, 0, 0, 0, 0];
  for (const at of arrivals) {
    const point = Math.floor(at / POINT_MS);
    if (point < points.length) points[point] = (points[point] ?? 0) + 1;
    const from = Math.max(at, freeMs);
    const ms = hold(random);
    freeMs = from + ms;
    waited += from - at;
    waiterMs += Math.min(from, forMs) - at;
    heldMs += Math.max(0, Math.min(freeMs, forMs) - from);
    if (from < forMs) acquisitions += 1;
    if (freeMs < forMs) holds.push(ms);
  }
  const none = { count: 0, meanMs: 0, squareMs: 0 };
  return {
    load: {
      ...{ coveredMs: forMs, acquisitions, heldMs, waiterMs, holds: momentsOf(holds), gaps: none },
      ...{ arrivals: points, pointMs: POINT_MS },
    },
    waitMs: waited / Math.max(1, arrivals.length),
  };
}
