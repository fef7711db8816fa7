import { seeded } from '../../lib/domain/values/seeded';
import type { Archive } from '../../lib/history/archive/archive-types';
import { HISTORY_START_MS } from './history-batches';
import { exponential, type QueueWorkload, runQueue } from './queue-workload';
import { recordedBatches } from './recorded-queue';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LEASE_MS = 30_000;
/** Midnight. */
export const DAY_START_MS = Math.ceil(HISTORY_START_MS / DAY_MS) * DAY_MS;

/** Three locks of a family each, busiest at noon, when they are asked for four times as often as at midnight. */
function workloadsOf(
  seed: number,
  week: number,
  fromHour: number,
  hours: number,
  factor: (atMs: number) => number,
) {
  const random = seeded(seed);
  return ['order:1', 'stock:2:lock', 'bill:3'].map((name, nth) => {
    const holdMs = 500 + random() * 800;
    const workload: QueueWorkload = {
      ...{ seed: seed * 17 + nth + week * 500, lengthMs: hours * HOUR_MS, everyMs: holdMs / 0.4, burst: 1 },
      ...{ holdMs: exponential(holdMs), order: 'chance', handoverMs: 5, patienceMs: null },
      ...{ deadShare: 0, leaseMs: LEASE_MS },
      rhythm: (atMs) => 0.625 - 0.375 * Math.cos(2 * Math.PI * ((atMs / HOUR_MS + fromHour) / 24)),
      factor: nth === 0 ? factor : () => 1,
    };
    return { name, workload };
  });
}

/**
 * Writes some hours of a day from `fromHour` on, and the same hours of the week before unless `week` is false. Holds of
 * `order:*` take `factor` times as long at a moment, ms from the first hour on.
 */
export async function writeHours(
  archive: Archive,
  seed: number,
  { fromHour, hours, week: hasWeek = true }: { fromHour: number; hours: number; week?: boolean },
  factor: (atMs: number) => number = () => 1,
): Promise<void> {
  const startMs = DAY_START_MS + fromHour * HOUR_MS;
  const days = hasWeek ? ([[startMs - 7 * DAY_MS, 1, () => 1]] as const) : [];
  for (const [fromMs, week, times] of [...days, [startMs, 0, factor] as const]) {
    const queues = workloadsOf(seed, week, fromHour, hours, times).map(({ name, workload }) => ({
      ...{ name, steps: runQueue(workload).steps, leaseMs: LEASE_MS },
      ...({ kind: 'mutex', waiters: 'exact' } as const),
    }));
    const range = { startMs: fromMs, lengthMs: hours * HOUR_MS, everyMs: 10_000 };
    for (const batch of recordedBatches(queues, range)) await archive.write(batch);
  }
}
