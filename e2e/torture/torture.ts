import type { BrokenName } from './broken-scripts';
import { check, type Verdict } from './check';
import { historyOf } from './history';
import type { RoundPlan } from './plan-round';
import { countOperations } from './report';
import { type RoundRecord, runRound } from './run-round';

export type TorturedRound = Verdict & { record: RoundRecord; operations: Map<string, number> };

/** Runs a round and checks what was recorded. */
export async function torture(plan: RoundPlan, broken: readonly BrokenName[] = []): Promise<TorturedRound> {
  const record = await runRound(plan, broken);
  const { permits, queueMs } = plan;
  const history = historyOf(record.events, { permits, queueMs, originEpochMs: record.originEpochMs });
  const { checks, violations } = check(history);
  for (const message of record.failures)
    violations.push({ rule: 'process-failed', key: '', at: plan.durationMs, message, about: [] });
  return { record, checks, violations, operations: countOperations(record.events) };
}
