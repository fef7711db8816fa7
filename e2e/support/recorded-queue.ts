import type { LockKind } from '../../lib/contract/codes';
import type { Lock, LockEvent } from '../../lib/contract/lock';
import { displayOf } from '../../lib/domain/keys/bytes';
import { counted } from '../../lib/domain/values/counted';
import type { HistoryBatch } from '../../lib/history/database/batch';
import { mergeBatches } from '../../lib/history/recorder/merge-batches';
import { createRecorder } from '../../lib/history/recorder/recorder';
import { aHolder, aLock } from './a-lock';
import type { QueueStep } from './queue-workload';

export type RecordedQueue = {
  name: string;
  steps: readonly QueueStep[];
  leaseMs: number;
  kind: LockKind;
  /** `exact` = its queue is read with each change, `each-second` = its waiters are counted once a second, null = not at all. */
  waiters: 'exact' | 'each-second' | null;
};

/** Batches of so long are written as one, ms. */
const TOGETHER_MS = 300_000;

type Event = { atMs: number; take: () => void };

/** What a recorder that watches from `startMs` writes of these locks, whose steps count from there; drained every `everyMs`. */
export function recordedBatches(
  queues: readonly RecordedQueue[],
  startMs: number,
  lengthMs: number,
  everyMs = 1_000,
): HistoryBatch[] {
  const recorder = createRecorder({ target: 'test', watcher: 'here' });
  recorder.watched(startMs, startMs);
  const events = queues
    .flatMap((queue) => eventsOf(queue, startMs, lengthMs, recorder))
    .sort((a, b) => a.atMs - b.atMs);
  const batches: HistoryBatch[] = [];
  let next = 0;
  for (let atMs = everyMs; atMs <= lengthMs; atMs += everyMs) {
    const nowMs = startMs + atMs;
    for (let event = events[next]; event && event.atMs < nowMs; event = events[++next]) event.take();
    recorder.watched(nowMs - everyMs, nowMs);
    const batch = recorder.drain(nowMs, null);
    if (!batch) continue;
    const last = atMs % TOGETHER_MS === everyMs ? undefined : batches.at(-1);
    const merged = last && mergeBatches(last, { ...batch, horizon: null });
    if (merged) batches[batches.length - 1] = merged;
    else batches.push({ ...batch, horizon: null });
  }
  return batches;
}

function eventsOf(
  { name, steps, leaseMs, kind, waiters }: RecordedQueue,
  startMs: number,
  lengthMs: number,
  recorder: ReturnType<typeof createRecorder>,
): Event[] {
  const events: Event[] = [];
  let held: { token: string; sinceMs: number } | null = null;
  let shown = 0;
  let counts = 0;
  const lockAt = (token: string, sinceMs: number, atMs: number): Lock => {
    const known = { by: 'event', atMs } as const;
    const since = { atMs: sinceMs, atLeast: false, known: { by: 'event', atMs: sinceMs } as const };
    const expiresAtMs = sinceMs + leaseMs;
    return aLock({
      ...{ name, kind, expiresAtMs, ttlMs: expiresAtMs - atMs, leaseMs, known },
      holders: [aHolder({ token: displayOf(token), since, ttlMs: expiresAtMs - atMs })],
      waiters: { count: counted(waiters === null ? null : shown), known },
    });
  };
  const eventOf = ({ id, key }: Lock, kindOf: LockEvent['kind'], token: string, atMs: number): LockEvent => ({
    ...{ seq: 0, id, target: 'test', key: key.text, values: {}, atMs, kind: kindOf, by: 'event' },
    holder: token,
  });
  const push = (atMs: number, take: (atMs: number) => void) =>
    events.push({ atMs: startMs + atMs, take: () => take(startMs + atMs) });
  const recount = (atMs: number) => {
    if (!held || shown === counts) return;
    shown = counts;
    recorder.take({ lock: lockAt(held.token, held.sinceMs, atMs), events: [] }, atMs);
  };
  for (const step of steps) {
    if (step.do === 'begin')
      push(step.atMs, (atMs) => {
        held = { token: step.token, sinceMs: atMs };
        counts = step.waiting;
        if (waiters === 'exact') shown = counts;
        const lock = lockAt(step.token, atMs, atMs);
        recorder.take({ lock, events: [eventOf(lock, 'acquired', step.token, atMs)] }, atMs);
      });
    else if (step.do === 'end')
      push(step.atMs, (atMs) => {
        const lock = lockAt(step.token, held?.sinceMs ?? atMs, atMs);
        held = null;
        const ended = step.died ? 'expired' : 'released';
        recorder.take({ removed: lock.id, events: [eventOf(lock, ended, step.token, atMs)] }, atMs);
      });
    else
      push(step.atMs, (atMs) => {
        counts = step.waiting;
        if (waiters === 'exact') recount(atMs);
      });
  }
  if (waiters === 'each-second') for (let ms = 370; ms < lengthMs; ms += 1_000) push(ms, recount);
  return events;
}
