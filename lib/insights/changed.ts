import type { Insight } from '../contract/insights';
import { changes, type FamilyChange } from '../history/queries/insights/changes';
import { addedDebt, type Comparison, compare } from './changed/compare';
import type { InsightRule } from './core/insight-rule';

/** Holds or waits of a family take longer or shorter since a deployment, or than in the same hour of last week. */
export const changed: InsightRule<FamilyChange> = {
  code: 'changed',
  read: (db, question) => changes(db, question),
  detect(facts) {
    const compared = compare(facts);
    // Waits follow from holds: of two that changed the hold is the cause.
    const [first] = compared.filter((each) => each.changed);
    if (!first) return null;
    const { target, family, since } = facts;
    return {
      ...{ code: 'changed', target, family, lock: null, key: null, method: 'block-t-test' },
      n: first.n,
      confidence: 1 - first.chance,
      harm: addedDebt(facts),
      values: {
        ...rowOf(first),
        since: since.kind,
        agoMs: Math.max(0, facts.nowMs - since.atMs),
        deploy: since.kind === 'deploy' ? since.title : '',
        direction: first.afterMs > first.beforeMs ? 'longer' : 'shorter',
      },
      rows: compared.map((each) => ({ ...rowOf(each), changed: each.changed ? 'yes' : 'no' })),
    };
  },
};

/** `times` = after ÷ before; `weekMs` is left out where it is not known. */
function rowOf({ measure, percentile, beforeMs, afterMs, weekMs, n }: Comparison): Insight['rows'][number] {
  return {
    ...{ measure, percentile, n },
    ...{ beforeMs: Math.round(beforeMs), afterMs: Math.round(afterMs) },
    times: Math.round((afterMs / beforeMs) * 100) / 100,
    ...(weekMs !== null && { weekMs: Math.round(weekMs) }),
  };
}
