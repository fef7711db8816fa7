import type { Insight } from '../contract/insights';
import { predictWait } from '../domain/queueing/predict-wait';
import { normalShare } from '../domain/values/normal';
import { lockLoads, type RecordedLoad } from '../history/queries/insights/lock-loads';
import { type InsightRule, LEAST_COVERAGE } from './core/insight-rule';

/** Locks that are judged: those that were waited for most. */
const TOP = 20;
/** From here on a fifth more load makes the wait 1.7 times as long, or longer. */
const BUSY = 0.6;
/** How sure it has to be that the lock is as busy as that. */
const SURE = 0.95;

/** A lock is so busy that a little more load makes waits much longer. */
export const utilisation: InsightRule<RecordedLoad> = {
  code: 'utilisation',
  read: (db, question) => lockLoads(db, question, TOP),
  detect({ load, covered, ...subject }): Insight | null {
    if (covered < LEAST_COVERAGE) return null;
    const found = predictWait(load);
    if (!found) return null;
    const { queue, busyError, factor, times, seenMs, predictedMs, method, n, arrivalRate } = found;
    const confidence = normalShare((queue.busy - BUSY) / busyError);
    if (confidence < SURE) return null;
    return {
      code: 'utilisation',
      ...subject,
      ...{ n, method, confidence },
      harm: seenMs * arrivalRate * 3_600,
      values: {
        busyShare: queue.busy,
        loadShare: factor - 1,
        times: Math.round(times * 10) / 10,
        seenMs,
        predictedMs,
        roomShare: 1 / queue.busy - 1,
        scv: Math.round(queue.serviceScv * 100) / 100,
      },
      rows: [],
    };
  },
};
