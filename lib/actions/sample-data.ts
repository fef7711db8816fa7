import type { SampleChange, SampleRequest } from '../contract/add-target';
import type { Runtime } from '../server/runtime/types';
import { type Caller, countedBy, withAudit } from './with-audit';

/** Starts made-up locks on servers of this console's own, or ends them. The answer has the problem, if any. Throws `rate-limited`. */
export async function switchSampleData(
  runtime: Runtime,
  { on }: SampleRequest,
  caller: Caller,
): Promise<SampleChange> {
  runtime.actLimit.take(countedBy(caller));
  const attempt = {
    action: 'sample-data',
    target: '',
    lockId: null,
    key: '',
    caller,
    details: { on },
  } as const;
  const { result: sample, entry } = await withAudit(runtime, attempt, async () => {
    const result = await runtime.sample.set(on);
    const failed = result.state === 'failed';
    return {
      outcome: failed ? 'failed' : 'changed',
      facts: failed ? { problem: result.problem } : {},
      result,
    } as const;
  });
  return { sample, auditId: entry.id, nowMs: runtime.now() };
}
