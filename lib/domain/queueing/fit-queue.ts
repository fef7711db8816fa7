import type { InsightMethod } from '../../contract/insight-codes';
import { type Dispersion, dispersionsOf, isLikePoisson, LEAST_WINDOWS } from './dispersion';
import { meanWaitMs, poisson, type Queue } from './mean-wait';

/** Mean and mean square of times, ms and ms². */
export type Moments = { count: number; meanMs: number; squareMs: number };

/** What is recorded of one lock that one holder at a time has. Sums are of the time that was watched. */
export type LockLoad = {
  coveredMs: number;
  acquisitions: number;
  heldMs: number;
  /** Waiters × time; null = cannot be counted. */
  waiterMs: number | null;
  holds: Moments;
  /** From freed to taken while somebody waited. */
  gaps: Moments;
  /** Arrivals of each point of `pointMs`, one after the other: acquisitions and by how much more wait; null = not known. */
  arrivals: readonly (number | null)[];
  pointMs: number;
};

/** A model that says what was seen. */
export type FittedQueue = {
  queue: Queue;
  method: Extract<InsightMethod, 'pollaczek-khinchine' | 'robust-queueing'>;
  n: number;
  /** Arrivals a ms. */
  arrivalRate: number;
  /** Mean wait of an acquisition, at once or not, ms: as recorded, and as the model has it. */
  seenMs: number;
  predictedMs: number;
  /** Standard error of `queue.busy`. */
  busyError: number;
};

/** With fewer acquisitions the moments are mostly chance. */
const ENOUGH_ACQUISITIONS = 200;
/** A prediction that differs by a greater factor from what was seen is none. */
export const FIT = 1.5;
/** Dispersions that differ by a greater factor show phases: the waits depend on how long these are. */
const SAME = 2;
/** What varies over more than so many times the time a queue remembers is a drift of its load, and no burst. */
const MEMORY = 64;
/** Share by which a drift of the load may raise the mean wait. */
const DRIFT = 0.25;

/**
 * The queue that a lock is, by what is recorded of it, for questions about a load up to `factor` times as high; null = too
 * little is recorded, nobody waited, the load varied too much, or no model says what was seen. Arrivals are Poisson unless their
 * dispersion shows otherwise. Pure.
 */
export function fitQueue(load: LockLoad, factor = 1): FittedQueue | null {
  const { coveredMs, acquisitions: n, waiterMs } = load;
  if (n < ENOUGH_ACQUISITIONS || !waiterMs || coveredMs <= 0 || load.holds.count === 0) return null;
  const service = serviceOf(load);
  if (service.busy >= 1) return null;
  const seenMs = waiterMs / n;
  const measured = dispersionsOf(load.arrivals, load.pointMs);
  // Of a few minutes nothing can be measured; of more it is not known.
  if (measured.length === 0 && load.arrivals.length >= LEAST_WINDOWS) return null;
  const [shortest] = measured;
  const highest = { ...service, busy: Math.min(0.99, service.busy * factor) };
  const memoryMs = MEMORY * memoryOf(highest, shortest?.index ?? 1);
  const bursts = measured.filter((each) => each === shortest || each.windowMs <= memoryMs);
  const rate = n / coveredMs;
  if (measured.some((each) => !bursts.includes(each) && driftBy(each, highest, rate) > DRIFT)) return null;
  const fits = modelsOf(bursts).flatMap(({ method, dispersion }) => {
    const queue: Queue = { ...service, dispersion };
    const waitMs = meanWaitMs(queue);
    // Who gets the lock waits for it to be taken, too.
    return waitMs === null ? [] : [{ queue, method, predictedMs: waitMs + service.gapMs }];
  });
  const [best] = fits.sort((a, b) => offBy(a.predictedMs, seenMs) - offBy(b.predictedMs, seenMs));
  if (!best || offBy(best.predictedMs, seenMs) > FIT) return null;
  const { busy, serviceMs, serviceScv } = service;
  const index = Math.max(1, ...measured.map((each) => each.index));
  const busyError = Math.sqrt((busy * serviceMs * (index + serviceScv)) / coveredMs);
  return { ...best, n, arrivalRate: rate, seenMs, busyError };
}

/** By which factor two times differ; 1 = they are the same. */
function offBy(a: number, b: number): number {
  return a <= 0 || b <= 0 ? Number.POSITIVE_INFINITY : Math.max(a / b, b / a);
}

type Service = Omit<Queue, 'dispersion'>;

/** Length of the windows that decide how long arrivals wait, ms: where the sup of `meanWaitMs` is. */
function memoryOf({ busy, serviceMs, serviceScv }: Service, index: number): number {
  return (busy * serviceMs * (index + serviceScv)) / (2 * (1 - busy) ** 2);
}

/** By which share the mean of ρ ÷ (1 − ρ) is higher than that of the mean ρ, as far as counts vary by more than chance. */
function driftBy({ windowMs, index }: Dispersion, { busy }: Service, rate: number): number {
  const variance = (Math.max(0, index - 1) / (rate * windowMs)) * busy ** 2;
  return variance / (busy * (1 - busy) ** 2);
}

/** Nobody has the lock in the time from freed to taken, and nobody else can: it is part of the hold that follows. */
function serviceOf({ coveredMs, acquisitions, heldMs, holds, gaps }: LockLoad): Service & { gapMs: number } {
  const gapMs = (gaps.count * gaps.meanMs) / acquisitions;
  const holdMs = heldMs / acquisitions;
  const ratio = holds.squareMs / holds.meanMs ** 2;
  const serviceMs = holdMs + gapMs;
  const squareMs = ratio * holdMs ** 2 + 2 * holdMs * gapMs + (gaps.count * gaps.squareMs) / acquisitions;
  return {
    busy: (acquisitions * serviceMs) / coveredMs,
    serviceMs,
    serviceScv: Math.max(0, squareMs / serviceMs ** 2 - 1),
    gapMs,
  };
}

type Model = Pick<FittedQueue, 'method'> & Pick<Queue, 'dispersion'>;

/**
 * Poisson arrivals, or as dispersed as was measured where that is the same in windows of any length. Of windows shorter than
 * the shortest nothing is known: arrivals may come in groups (as dispersed at once) or in phases (Poisson within one). The waits
 * that were seen decide.
 */
function modelsOf(bursts: readonly Dispersion[]): Model[] {
  if (isLikePoisson(bursts)) return [{ method: 'pollaczek-khinchine', dispersion: poisson }];
  const method = 'robust-queueing';
  const indices = bursts.map(({ index }) => index);
  const [first = 1] = indices;
  if (Math.max(...indices) > SAME * Math.min(...indices)) return [];
  return [first, 1].map((atOnce) => {
    const points = [{ windowMs: 0, index: atOnce }, ...bursts];
    return { method, dispersion: (windowMs: number) => between(points, windowMs) };
  });
}

function between(points: readonly Pick<Dispersion, 'windowMs' | 'index'>[], windowMs: number): number {
  const next = points.findIndex((point) => point.windowMs > windowMs);
  const [after, before] = [points[next], points[next - 1]];
  if (!after || !before) return points.at(-1)?.index ?? 1;
  const share = (windowMs - before.windowMs) / (after.windowMs - before.windowMs);
  return before.index + share * (after.index - before.index);
}
