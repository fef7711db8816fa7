/**
 * A lock as a queue with one server. `busy` = share of the time that it is held (ρ), `serviceMs` and `serviceScv` = mean and
 * squared coefficient of variation of the hold times. `dispersion` = index of dispersion of the arrivals in windows of a
 * length in ms.
 */
export type Queue = {
  busy: number;
  serviceMs: number;
  serviceScv: number;
  dispersion(windowMs: number): number;
};

/** Arrivals of which those of one moment say nothing of those of another. */
export const poisson = () => 1;

/** Window lengths per doubling that are tried. */
const STEPS = 8;
/** Shortest and longest window in hold times: at 99.9 % busy the one that counts has a million. */
const LEAST = 2 ** -10;
const MOST = 2 ** 24;

/**
 * Mean time that an arrival waits, ms, in any order that does not look at hold times; null = as many come as can be served,
 * so that the queue grows without end. Robust queueing (Whitt and You, 2018): the work that waits is
 * `sup over x of −(1 − ρ) x + √(2 ρ x I_w(x) E[S])` with `I_w = I_a + c_s²`. For Poisson arrivals, and for those in groups,
 * that is exact: Pollaczek–Khinchine. Pure.
 */
export function meanWaitMs({ busy, serviceMs, serviceScv, dispersion }: Queue): number | null {
  if (busy >= 1) return null;
  if (busy <= 0) return 0;
  let workMs = 0;
  for (let step = 0; ; step++) {
    const x = serviceMs * LEAST * 2 ** (step / STEPS);
    if (x > serviceMs * MOST) break;
    const index = Math.max(0, dispersion(x)) + serviceScv;
    workMs = Math.max(workMs, Math.sqrt(2 * busy * x * index * serviceMs) - (1 - busy) * x);
  }
  // Brumelle's law: time averages of the work, to what an arrival finds.
  return Math.max(0, workMs / busy - (serviceMs * (1 + serviceScv)) / 2);
}

/** The same queue when everybody comes `factor` times as often. */
export function atLoad(queue: Queue, factor: number): Queue {
  return {
    ...queue,
    busy: queue.busy * factor,
    dispersion: (windowMs) => queue.dispersion(windowMs * factor),
  };
}

/** One of `shards` queues among which arrivals are shared out by chance. */
export function oneShardOf(queue: Queue, shards: number): Queue {
  return {
    ...queue,
    busy: queue.busy / shards,
    dispersion: (windowMs) => 1 + (queue.dispersion(windowMs) - 1) / shards,
  };
}
