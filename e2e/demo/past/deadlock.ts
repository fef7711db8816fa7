import type { SeenProcess } from '../../../lib/contract/holder';
import { holderLabel } from '../../../lib/domain/holders/lock-holder';
import { bytesOf } from '../../../lib/domain/keys/bytes';
import { lockId } from '../../../lib/domain/keys/lock-id';
import type { NamedWait } from '../../../lib/domain/wait-graph/wait-graph';
import type { QueueStep } from '../../support/queue-workload';
import type { RecordedQueue } from '../../support/recorded-queue';
import type { Look } from './people';

/** Two processes that take the same two locks in opposite order, from one moment to another, ms. */
export type Deadlock = {
  fromMs: number;
  toMs: number;
  first: string;
  second: string;
  refunds: SeenProcess;
  payouts: SeenProcess;
  look: Look;
};

/** Of the two clients that `look` knows. */
const REFUNDS = 'token-0-0';
const PAYOUTS = 'token-1-1';
/** The second transfer takes its lock so long after the first, and each wants the other one's so long after that. */
const APART_MS = 300;
const WORK_MS = 2_000;
/** Another client comes to wait so often. */
const PILE_UP_MS = 95_000;

/** When the wait of each for the other one is seen to be a deadlock. */
const SEEN_MS = 4_000;

/** One of the two locks, with the deadlock in the place of those holds that fall into it. */
export function inDeadlock(queue: RecordedQueue, deadlock: Deadlock, isFirst: boolean): RecordedQueue {
  const { fromMs, toMs, look } = deadlock;
  const isOf = (token: string) => token === REFUNDS || token === PAYOUTS;
  return {
    ...queue,
    steps: deadlockSteps(queue.steps, deadlock, isFirst ? 'first' : 'second'),
    look: (token) => (isOf(token) ? look(token) : (queue.look?.(token) ?? {})),
    findings: [{ fromMs: fromMs + SEEN_MS, toMs, code: 'deadlock' }],
  };
}

function deadlockSteps(
  usual: readonly QueueStep[],
  { fromMs, toMs }: Deadlock,
  which: 'first' | 'second',
): QueueStep[] {
  const clearMs = fromMs - 60_000;
  const before = usual.filter(({ atMs }) => atMs < clearMs);
  const after = usual.filter(({ atMs }) => atMs > toMs + 60_000);
  const token = which === 'first' ? REFUNDS : PAYOUTS;
  const beginMs = which === 'first' ? fromMs : fromMs + APART_MS;
  const steps: QueueStep[] = [{ do: 'begin', atMs: beginMs, token, waiting: 0 }];
  for (let waiting = 1, atMs = beginMs + WORK_MS; atMs < toMs; waiting++, atMs += PILE_UP_MS)
    steps.push({ do: 'count', atMs, waiting });
  // The process of the first one is started anew: its lease runs out, and the other one goes on.
  const endMs = which === 'first' ? toMs : toMs + 1_500;
  steps.push({ do: 'count', atMs: endMs - 1, waiting: 0 });
  steps.push({ do: 'end', atMs: endMs, token, ended: which === 'first' ? 'expired' : 'released' });
  return [...closed(before, clearMs), ...steps, ...opened(after)];
}

/** Who waits for whom at a moment, as their queues say; `startMs` = start of the day, epoch ms. */
export function deadlockWaits(
  deadlock: Deadlock,
  target: string,
  startMs: number,
  nowMs: number,
): NamedWait[] {
  const { fromMs, toMs, first, second, refunds, payouts, look } = deadlock;
  const sinceMs = startMs + fromMs + WORK_MS;
  if (nowMs < sinceMs || nowMs >= startMs + toMs) return [];
  const wait = (name: string, process: SeenProcess, token: string): NamedWait => ({
    ...{
      lock: lockId(target, 0, bytesOf(name), () => ''),
      by: 'queue',
      place: 1,
      sinceMs,
      heard: true,
      process,
    },
    token: look(token).holder.token ?? null,
    label: holderLabel(null, process),
    known: { by: 'read', atMs: nowMs },
  });
  return [wait(second, refunds, REFUNDS), wait(first, payouts, PAYOUTS)];
}

/** What is held when the usual steps are cut off is given back. */
function closed(steps: readonly QueueStep[], atMs: number): QueueStep[] {
  const last = steps.findLast(({ do: is }) => is !== 'count');
  if (last?.do !== 'begin') return [...steps];
  return [
    ...steps,
    { do: 'count', atMs, waiting: 0 },
    { do: 'end', atMs, token: last.token, ended: 'released' },
  ];
}

/** Steps that go on with a hold. */
function opened(steps: readonly QueueStep[]): QueueStep[] {
  const first = steps.findIndex(({ do: is }) => is === 'begin');
  return first < 0 ? [] : steps.slice(first);
}
