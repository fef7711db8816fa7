import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyLease } from '../../../lib/locks/faults/kinds';
import type { Draw } from '../simulated-queue';

type Taker = { acquire(key: string, options: { leaseMs: number; waitMs: number }): Promise<AnyLease> };

/** One acquisition as its client lived it, ms after the start. */
export type Acquisition = { cameMs: number; heldMs: number; endMs: number };

export type OpenLoad = {
  key: string;
  /** When clients come, ms after the start, ascending: they come whether others still wait or not. */
  arrivals: readonly number[];
  hold: Draw;
  random: () => number;
  leaseMs?: number;
};

/** Clients that come, take a lock, hold it and give it back; resolves when the last one did. */
export async function runOpenLoad(
  clients: readonly Taker[],
  { key, arrivals, hold, random, leaseMs = 30_000 }: OpenLoad,
): Promise<Acquisition[]> {
  const startMs = performance.now();
  const nowMs = () => performance.now() - startMs;
  const running: Promise<Acquisition>[] = [];
  for (const [nth, cameMs] of arrivals.entries()) {
    const holdMs = hold(random);
    const client = clients[nth % clients.length] as Taker;
    if (cameMs > nowMs()) await sleep(cameMs - nowMs());
    running.push(take(client, holdMs));
  }
  return Promise.all(running);

  async function take(client: Taker, holdMs: number): Promise<Acquisition> {
    const cameMs = nowMs();
    const lease = await client.acquire(key, { leaseMs, waitMs: 600_000 });
    const heldMs = nowMs();
    await sleep(holdMs);
    await lease.release();
    return { cameMs, heldMs, endMs: nowMs() };
  }
}
