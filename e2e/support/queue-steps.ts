import { seeded } from '../../lib/domain/values/seeded';
import type { Step } from './simulated-locks';
import { exponential, poissonArrivals } from './simulated-queue';

const LEASE_MS = 86_400_000;

export type QueueWorkload = { busy: number; holdMs: number; forMs: number; lock: number; seed: number };

type TimedStep = { atMs: number; step: Step };

/** Steps of a lock that comes free and is taken in the order of arrival, at whole ms; and what is true of it. */
export function queueSteps({ busy, holdMs, forMs, lock, seed }: QueueWorkload) {
  const random = seeded(seed);
  const steps: TimedStep[] = [];
  const add = (step: Step) => steps.push({ atMs, step });
  const truth = { acquisitions: 0, heldMs: 0, waiterMs: 0, arrivals: [] as number[] };
  const arrivals = poissonArrivals(busy / holdMs, forMs, random).map(Math.round);
  const hold = exponential(holdMs);
  const queue: number[] = [];
  let [atMs, nth, endMs] = [0, 0, Number.POSITIVE_INFINITY];
  const begin = (cameMs: number) => {
    const ms = Math.max(1, Math.round(hold(random)));
    add({ do: 'acquire', lock, leaseMs: LEASE_MS });
    truth.acquisitions += 1;
    truth.waiterMs += atMs - cameMs;
    truth.heldMs += Math.min(ms, forMs - atMs);
    endMs = atMs + ms;
  };
  for (;;) {
    const cameMs = arrivals[nth] ?? Number.POSITIVE_INFINITY;
    const nextMs = Math.min(cameMs, endMs);
    if (nextMs >= forMs) break;
    atMs = nextMs;
    if (endMs <= cameMs) {
      add({ do: 'release', lock });
      endMs = Number.POSITIVE_INFINITY;
      const next = queue.shift();
      if (next === undefined) continue;
      begin(next);
    } else {
      nth += 1;
      truth.arrivals.push(cameMs);
      if (endMs === Number.POSITIVE_INFINITY) begin(cameMs);
      else queue.push(cameMs);
    }
    add({ do: 'wait', lock, count: queue.length });
  }
  for (const cameMs of queue) truth.waiterMs += forMs - cameMs;
  return { steps, truth };
}

/** The steps of several locks in one world, in `forMs`. */
export function together(of: readonly TimedStep[][], forMs: number): Step[] {
  let atMs = 0;
  const steps: Step[] = [];
  const passTo = (ms: number) => {
    if (ms > atMs) steps.push({ do: 'pass', ms: ms - atMs });
    atMs = ms;
  };
  for (const { atMs: ms, step } of of.flat().sort((a, b) => a.atMs - b.atMs)) {
    passTo(ms);
    steps.push(step);
  }
  passTo(forMs);
  return steps;
}
