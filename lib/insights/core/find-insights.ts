import type { Insight, InsightsAnswer } from '../../contract/insights';
import type { Db } from '../../history/database/multi-row';
import type { InsightQuestion, InsightRule } from './insight-rule';
import { INSIGHT_RULES } from './insight-rules';

/** Most insights of one answer. */
const LISTED = 500;

/** What the rules find in a range, the most harm first. Rejects when the history cannot be read. */
export async function findInsights(
  db: Db,
  { scope, fromMs, toMs }: Omit<InsightQuestion, 'nowMs'>,
  nowMs: number,
  rules: readonly InsightRule<unknown>[] = INSIGHT_RULES,
): Promise<InsightsAnswer> {
  const found: Insight[] = [];
  // One after the other: a page asks for all of them at once, and the history has other readers.
  for (const { read, detect } of rules) {
    const facts = await read(db, { scope, fromMs, toMs, nowMs });
    found.push(...facts.flatMap((each) => detect(each) ?? []));
  }
  return { fromMs, toMs, insights: found.sort(byHarm).slice(0, LISTED), nowMs };
}

/** The most harm first; of equal harm by code and subject, so that the order is the same each time. */
function byHarm(a: Insight, b: Insight): number {
  return b.harm - a.harm || (nameOf(a) < nameOf(b) ? -1 : 1);
}

function nameOf({ code, target, family, lock }: Insight): string {
  return [code, target, family, lock].join('\n');
}
