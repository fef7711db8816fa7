import type { Insight } from '../contract/insights';
import { splitBelow } from '../domain/keys/id-parts';
import { type FittedQueue, fitQueue } from '../domain/queueing/fit-queue';
import { meanWaitMs, oneShardOf } from '../domain/queueing/mean-wait';
import { normalShare } from '../domain/values/normal';
import { hotKeys, type RecordedHotKey } from '../history/queries/insights/hot-keys';
import { type InsightRule, LEAST_COVERAGE } from './core/insight-rule';

/** Families that are judged: those with the most waiter-seconds. */
const TOP = 10;
/** A hot key carries more than this of its family, and more than twice its share of the locks. */
const HALF = 0.5;
const TIMES = 2;
const SURE = 0.95;
/** Fewer waiter-seconds an hour are a tenth of a waiter on average: nothing to split a lock for. */
const WORTH = 360;
const SHARDS = [2, 4, 8];
/** Share of the waits that the advised number of shards saves. */
const SAVES = 0.8;

/** One key carries most of what is waited for in its family. */
export const shard: InsightRule<RecordedHotKey> = {
  code: 'shard',
  read: (db, question) => hotKeys(db, question, TOP),
  detect({ parts, locks, load, covered, ...subject }): Insight | null {
    const share = shareOf(parts);
    if (covered < LEAST_COVERAGE || share === null) return null;
    const least = Math.max(HALF, TIMES / Math.max(1, locks));
    const confidence = normalShare((share.mean - least) / share.error);
    const fit = fitQueue(load);
    const name = splitBelow(subject.key, ':<n>');
    if (confidence < SURE || fit === null || name === null) return null;
    const debt = fit.seenMs * fit.arrivalRate * 3_600;
    if (debt < WORTH) return null;
    const rows = SHARDS.map((shards) => ({ shards, savedSeconds: debt * savedBy(fit, shards) }));
    const advised = rows.find(({ savedSeconds }) => savedSeconds >= SAVES * debt) ?? rows.at(-1);
    if (!advised) return null;
    return {
      code: 'shard',
      ...subject,
      ...{ n: fit.n, method: 'split-queues', confidence, harm: debt },
      values: { ...advised, ...name, keyShare: share.mean, locks, debtSeconds: debt },
      rows,
    };
  },
};

/** Share of the waits that so many queues save, among which arrivals are shared out by chance. */
function savedBy({ queue, predictedMs }: FittedQueue, shards: number): number {
  const [nowMs, thenMs] = [meanWaitMs(queue), meanWaitMs(oneShardOf(queue, shards))];
  if (nowMs === null || thenMs === null) return 0;
  // Who finds it busy waits for it to be taken, too: of n that are 1 ÷ n as busy the nth part.
  const gapMs = Math.max(0, predictedMs - nowMs);
  return Math.max(0, 1 - (thenMs + gapMs / shards) / predictedMs);
}

/** The share of the family that is the lock's, with its standard error over parts of the range; null = nobody waited, or too few parts. */
function shareOf(parts: RecordedHotKey['parts']): { mean: number; error: number } | null {
  const [own, family] = [sum(parts.map((part) => part.own)), sum(parts.map((part) => part.family))];
  if (family <= 0 || parts.length < 6) return null;
  const mean = Math.min(1, own / family);
  const squares = sum(parts.map((part) => (part.own - mean * part.family) ** 2));
  const error = Math.sqrt((parts.length * squares) / (parts.length - 1)) / family;
  return { mean, error: Math.max(error, 1e-3) };
}

function sum(of: readonly number[]): number {
  return of.reduce((all, each) => all + each, 0);
}
