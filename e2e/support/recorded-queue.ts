import type { LockKind } from '../../lib/contract/codes';
import type { Finding } from '../../lib/contract/finding';
import type { Holder } from '../../lib/contract/holder';
import type { Lock, LockEvent } from '../../lib/contract/lock';
import { displayOf } from '../../lib/domain/keys/bytes';
import { lockId } from '../../lib/domain/keys/lock-id';
import { counted } from '../../lib/domain/values/counted';
import type { HistoryBatch } from '../../lib/history/database/batch';
import { mergeBatches } from '../../lib/history/recorder/merge-batches';
import { createRecorder, type Recorder } from '../../lib/history/recorder/recorder';
import { aHolder, aLock } from './a-lock';
import type { QueueStep } from './queue-workload';

export type RecordedQueue = {
  name: string;
  steps: readonly QueueStep[];
  leaseMs: number;
  kind: LockKind;
  /** `exact` = its queue is read with each change, `each-second` = its waiters are counted once a second, null = not at all. */
  waiters: 'exact' | 'each-second' | null;
  /** Its holders renew so often, ms; absent = never. */
  renewEveryMs?: number;
  /** What its readings show of whoever has this token. */
  look?: (token: string) => { holder?: Partial<Holder>; lock?: Partial<Lock> };
  /** Open while it is held between two moments, ms. */
  findings?: readonly { fromMs: number; toMs: number; code: Finding['code'] }[];
};

export type RecordedRange = {
  /** Epoch ms; steps count from there. */
  startMs: number;
  lengthMs: number;
  /** Default: a second. */
  everyMs?: number;
  /** Default: `test`. */
  target?: string;
  /** Whether what leases have left is kept, of the last drain of each batch. Default: no. */
  horizon?: boolean;
  /** How long batches are written as one from a moment on, ms. Default: five minutes. */
  togetherMs?: (atMs: number) => number;
  /** Called before each drain: what else is seen, at this moment, epoch ms. */
  meanwhile?: (recorder: Recorder, nowMs: number) => void;
};

/** Batches of so long are written as one, ms. */
const TOGETHER_MS = 300_000;

type Event = { atMs: number; take: () => void };

/** What a recorder that watches from `startMs` writes of these locks, drained every `everyMs`; made as it is asked for. */
export function* recordedBatches(
  queues: readonly RecordedQueue[],
  range: RecordedRange,
): Generator<HistoryBatch> {
  const { startMs, lengthMs, everyMs = 1_000, target = 'test', meanwhile = () => {} } = range;
  const { togetherMs = () => TOGETHER_MS } = range;
  const recorder = createRecorder({ target, watcher: 'here' });
  recorder.watched(startMs, startMs);
  const events = queues
    .flatMap((queue) => eventsOf(queue, { startMs, lengthMs, target }, recorder))
    .sort((a, b) => a.atMs - b.atMs);
  let next = 0;
  let last: HistoryBatch | null = null;
  for (let atMs = everyMs; atMs <= lengthMs; atMs += everyMs) {
    const nowMs = startMs + atMs;
    for (let event = events[next]; event && event.atMs < nowMs; event = events[++next]) event.take();
    recorder.watched(nowMs - everyMs, nowMs);
    meanwhile(recorder, nowMs);
    const drained = recorder.drain(nowMs, null);
    if (!drained) continue;
    const batch = range.horizon ? drained : { ...drained, horizon: null };
    const isFirst = atMs % togetherMs(atMs) === everyMs % togetherMs(atMs);
    const merged: HistoryBatch | null = !isFirst ? together(last, batch) : null;
    if (last && !merged) yield last;
    last = merged ?? batch;
  }
  if (last) yield last;
}

/** null = they stay two. */
function together(last: HistoryBatch | null, batch: HistoryBatch): HistoryBatch | null {
  return last && mergeBatches({ ...last, horizon: null }, batch);
}

function eventsOf(
  { name, steps, leaseMs, kind, waiters, renewEveryMs, look = () => ({}), findings = [] }: RecordedQueue,
  { startMs, lengthMs, target }: { startMs: number; lengthMs: number; target: string },
  recorder: Recorder,
): Event[] {
  const id = lockId(target, 0, name, () => '');
  const events: Event[] = [];
  let held: { token: string; sinceMs: number; renewedMs: number } | null = null;
  let shown = 0;
  let counts = 0;
  const lockAt = (atMs: number): Lock => {
    const { token, sinceMs, renewedMs } = held ?? { token: '', sinceMs: atMs, renewedMs: atMs };
    const known = { by: 'event', atMs } as const;
    const since = { atMs: sinceMs, atLeast: false, known: { by: 'event', atMs: sinceMs } as const };
    const ttlMs = renewedMs + leaseMs - atMs;
    const own = look(token);
    const open = findings.filter(({ fromMs, toMs }) => atMs - startMs >= fromMs && atMs - startMs < toMs);
    return aLock({
      ...{ name, id, target, kind, expiresAtMs: renewedMs + leaseMs, ttlMs, leaseMs, known },
      holders: [aHolder({ token: displayOf(token), since, ttlMs, ...own.holder })],
      waiters: { count: counted(waiters === null ? null : shown), known },
      findings: open.map(({ fromMs, code }) => ({
        ...{ code, severity: 'lost' as const, sinceMs: startMs + fromMs, evidence: [] },
      })),
      ...own.lock,
    });
  };
  const eventOf = (lock: Lock, kindOf: LockEvent['kind'], atMs: number): LockEvent => ({
    ...{ seq: 0, id, target, key: lock.key.text, values: {}, atMs, kind: kindOf, by: 'event' },
    holder: lock.holders[0]?.label ?? lock.holders[0]?.token.text ?? null,
  });
  const push = (atMs: number, take: (atMs: number) => void) =>
    events.push({ atMs: startMs + atMs, take: () => take(startMs + atMs) });
  const read = (atMs: number) => {
    if (held) recorder.take({ lock: lockAt(atMs), events: [] }, atMs);
  };
  const recount = (atMs: number) => {
    if (!held || shown === counts) return;
    shown = counts;
    read(atMs);
  };
  const renew = (atMs: number) => {
    if (!held) return;
    held.renewedMs = atMs;
    const lock = lockAt(atMs);
    recorder.take({ lock, events: [eventOf(lock, 'renewed', atMs)] }, atMs);
  };
  let beganMs = 0;
  for (const step of steps) {
    if (step.do === 'begin') {
      beganMs = step.atMs;
      push(step.atMs, (atMs) => {
        held = { token: step.token, sinceMs: atMs, renewedMs: atMs };
        counts = step.waiting;
        if (waiters === 'exact') shown = counts;
        const lock = lockAt(atMs);
        recorder.take({ lock, events: [eventOf(lock, 'acquired', atMs)] }, atMs);
      });
    } else if (step.do === 'end') {
      // Who dies renews no more: its last lease runs out at the end.
      const untilMs = step.ended === 'expired' ? step.atMs - leaseMs + 1 : step.atMs;
      if (renewEveryMs)
        for (let ms = beganMs + renewEveryMs; ms < untilMs; ms += renewEveryMs) push(ms, renew);
      push(step.atMs, (atMs) => {
        const lock = lockAt(atMs);
        held = null;
        recorder.take({ removed: id, events: [eventOf(lock, step.ended, atMs)] }, atMs);
      });
    } else
      push(step.atMs, (atMs) => {
        counts = step.waiting;
        if (waiters === 'exact') recount(atMs);
      });
  }
  if (waiters === 'each-second') for (let ms = 370; ms < lengthMs; ms += 1_000) push(ms, recount);
  for (const { fromMs, toMs } of findings) for (const ms of [fromMs, toMs]) push(ms, read);
  return events;
}
