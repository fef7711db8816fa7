import { seeded } from '../../lib/domain/values/seeded';
import type { Archive } from '../../lib/history/archive/archive-types';
import { type RecordedDemand, recordedDemand } from '../../lib/history/queries/recorded-demand';
import type { RecordedHold, RecordedLock } from '../../lib/history/queries/recorded-locks';
import { HISTORY_START_MS } from './history-batches';
import { exponential, type QueueTruth, type QueueWorkload } from './queue-workload';
import { recordedBatches } from './recorded-queue';

const LOCK = 'order:7';

/** Workloads that differ in load, bursts, hand-over, order, patience and how many holders die. */
export function queueWorkloadOf(
  seed: number,
  lengthMs: number,
  change: Partial<QueueWorkload> = {},
): QueueWorkload {
  const random = seeded(seed);
  const holdMs = 300 + random() * 1_500;
  return {
    ...{ seed, lengthMs, everyMs: holdMs / (0.4 + random() * 0.4), burst: 1 + random() * 2 },
    ...{ holdMs: exponential(holdMs), order: seed % 2 ? 'chance' : 'first-come' },
    ...{ handoverMs: Math.round(random() * 20), patienceMs: seed % 3 ? null : 15_000 },
    ...{ deadShare: seed % 4 ? 0 : 0.002, leaseMs: 30_000 },
    ...change,
  };
}

/** What is asked of the history after a recorder watched it all; `waiters` as in `RecordedQueue`. */
export async function archivedDemand(
  archive: Archive,
  workload: QueueWorkload,
  truth: QueueTruth,
  waiters: 'exact' | 'each-second' | null,
): Promise<RecordedDemand> {
  const { leaseMs, lengthMs } = workload;
  const kind = workload.order === 'first-come' ? 'fair' : 'mutex';
  const queue = { name: LOCK, steps: truth.steps, leaseMs, kind, waiters } as const;
  for (const batch of recordedBatches([queue], { startMs: HISTORY_START_MS, lengthMs }))
    await archive.write(batch);
  const scope = { target: null, family: null, lock: `test.0.${LOCK}` };
  const range = { fromMs: HISTORY_START_MS, toMs: HISTORY_START_MS + lengthMs };
  return recordedDemand(archive.db, { scope, ...range }, range.toMs + 60_000);
}

/** The same without a history: as exact as the truth. */
export function exactDemand({ order, lengthMs, leaseMs }: QueueWorkload, truth: QueueTruth): RecordedDemand {
  const lock: RecordedLock = { fair: order === 'first-come', holds: [], waiting: [] };
  for (const step of truth.steps) {
    const { atMs } = step;
    const last = lock.holds.at(-1);
    if (step.do === 'begin') lock.holds.push(heldFrom(atMs, leaseMs));
    else if (step.do === 'end' && last) Object.assign(last, { toMs: atMs, ended: step.ended });
    if (step.do !== 'end') lock.waiting.push({ atMs, waiters: step.waiting });
  }
  return {
    ...{ known: true, fromMs: 0, toMs: lengthMs, covered: 1, locks: [lock] },
    ...{ waiterMs: truth.waiterMs, acquisitions: truth.holds },
  };
}

function heldFrom(fromMs: number, leaseMs: number): RecordedHold {
  return {
    ...{ fromMs, toMs: null, ended: null, mode: 'exclusive', leaseMs, renewals: 0 },
    ...{ overrunMs: null, verdict: null, waitersKnown: true },
  };
}
