import { bulkPlan } from '../../lib/actions/bulk/bulk-plan';
import { beginReleaseMany } from '../../lib/actions/bulk/release-many';
import type { Although } from '../../lib/contract/action-codes';
import type { BulkEnd, BulkLine, BulkPlan, BulkPlanRequest, BulkResult } from '../../lib/contract/bulk';
import { planned } from '../../lib/domain/actions/bulk';
import type { Runtime } from '../../lib/server/runtime/types';
import { callerAt } from './a-caller';

export type BulkRun = { counts: BulkEnd['counts']; results: ReadonlyMap<string, BulkResult> };

const unlimited = (runtime: Runtime): Runtime => ({ ...runtime, actLimit: { take: () => () => {} } });

/** A plan, with no limit on how many are asked for. */
export function planBulk(runtime: Runtime, ask: BulkPlanRequest): Promise<BulkPlan> {
  return bulkPlan(unlimited(runtime), ask, callerAt('127.0.0.1'));
}

/**
 * Releases what `plan` plans, as an operator does who types the count, with no limit on acts; `although` is the consent that
 * was ticked, that which the plan asks for unless another is named. The last result of each lock.
 */
export async function runBulk(
  runtime: Runtime,
  { items: of, requires }: BulkPlan,
  although: Although | null = requires.although,
): Promise<BulkRun> {
  const items = planned(of).map(({ id, seen, although: needed }) => ({
    id,
    seen,
    ...(although && { although: needed }),
  }));
  const request = {
    ...{ items, count: items.length, reason: 'killed', scope: '' },
    ...(although && { although }),
  };
  const run = await beginReleaseMany(unlimited(runtime), request, callerAt('127.0.0.1'));
  const results = new Map<string, BulkResult>();
  let end: BulkEnd | null = null;
  await run.go((line: BulkLine) => {
    if ('end' in line) end = line.end;
    else results.set(line.result.id, line.result);
  }, new AbortController().signal);
  if (!end) throw new Error('the run did not say that it ended');
  return { counts: (end as BulkEnd).counts, results };
}
