import { FIT, type FittedQueue, fitQueue, type LockLoad } from './fit-queue';
import { atLoad, meanWaitMs } from './mean-wait';

/** The wait at a load that is `factor` times as high is `times` the present one. */
type WaitPrediction = FittedQueue & { factor: number; times: number };

/** Loads that are asked for, the highest first. */
const FACTORS = [1.2, 1.1, 1.05];
/** Standard errors of the busy share within which a prediction has to stay as it is, to `FIT`. */
const SURE = 3;

/** What more load would do, for the highest of a few loads of which that can be said; null = of none. Pure. */
export function predictWait(load: LockLoad): WaitPrediction | null {
  for (const factor of FACTORS) {
    const fit = fitQueue(load, factor);
    const times = fit && timesAt(fit, factor);
    if (!fit || times === null) continue;
    const highest = timesAt(
      { ...fit, queue: atLoad(fit.queue, 1 + (SURE * fit.busyError) / fit.queue.busy) },
      factor,
    );
    if (highest !== null && highest <= times * FIT) return { ...fit, factor, times };
  }
  return null;
}

/** By how much the wait grows, the time from freed to taken included, which stays; null = it grows without end. */
function timesAt({ queue, predictedMs }: FittedQueue, factor: number): number | null {
  const [nowMs, thenMs] = [meanWaitMs(queue), meanWaitMs(atLoad(queue, factor))];
  if (nowMs === null || thenMs === null || predictedMs <= 0) return null;
  const gapMs = Math.max(0, predictedMs - nowMs);
  return (thenMs + gapMs) / (nowMs + gapMs);
}
