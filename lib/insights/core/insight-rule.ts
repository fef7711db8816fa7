import type { HistoryScope } from '../../contract/history/history-queries';
import type { InsightCode } from '../../contract/insight-codes';
import type { Insight } from '../../contract/insights';
import type { Db } from '../../history/database/multi-row';

/** `scope` names no lock. `fromMs` < `toMs`, epoch ms. */
export type InsightQuestion = { scope: HistoryScope; fromMs: number; toMs: number; nowMs: number };

/**
 * The rule of one insight. `Facts` = all that is recorded about one subject. It finds nothing rather than something wrong:
 * with too small a sample, where less than `LEAST_COVERAGE` of the range was watched, or where its model differs from the record.
 */
export type InsightRule<Facts> = {
  code: InsightCode;
  /** The facts of every subject in scope that may have the insight: a query of `lib/history/queries`. */
  read(db: Db, question: InsightQuestion): Promise<readonly Facts[]>;
  /** null = not found. Pure. */
  detect(facts: Facts): Insight | null;
};

/** Share of a range that has to be watched before anything is concluded from it. */
export const LEAST_COVERAGE = 0.95;
