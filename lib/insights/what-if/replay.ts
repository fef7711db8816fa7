import type { WhatIfChange } from '../../contract/history/what-if';
import { seeded } from '../../domain/values/seeded';
import type { RecordedHold, RecordedLock } from '../../history/queries/recorded-locks';
import { drawnOrder } from './drawn-order';
import { holdTimeOf, isRenewed } from './hold-time';
import { type LockRequest, requestsOf } from './requests';
import { type Demand, serveInTurn, waitsByChance, waitsInTurn } from './simulate';

/** One lock, ready to be replayed. */
export type ReplayedLock = {
  fair: boolean;
  renewed: boolean;
  requests: LockRequest[];
  holds: readonly RecordedHold[];
  /** Hand-overs that were recorded, ms. */
  handoversMs: number[];
};

/** One replay of all locks. `waiterMs` and `busyMs` are of the range. */
export type Replay = {
  waiterMs: number;
  busyMs: number;
  /** Of all requests. */
  waitP95Ms: number;
  waited: number;
  gaveUp: number;
  expired: number;
};

/** The change that changes nothing. */
export const UNCHANGED: WhatIfChange = { leaseMs: null, holdFactor: 1, shards: 1, queue: 'recorded' };

/** A request that waited for less is one that did not: what is read of one change is a few ms apart. */
const WAITED_MS = 10;

export function replayable(
  locks: readonly RecordedLock[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): ReplayedLock[] {
  return locks.map((lock) => {
    const requests = requestsOf(lock, fromMs, toMs);
    const handoversMs = requests.flatMap(({ hold, handedOver, delayMs }) =>
      hold && handedOver ? [delayMs] : [],
    );
    return { fair: lock.fair, renewed: isRenewed(lock.holds), requests, holds: lock.holds, handoversMs };
  });
}

/** Replays the requests of all locks with one change. The same seed gives the same replay. Pure. */
export function replay(
  locks: readonly ReplayedLock[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  change: WhatIfChange,
  seed: number,
): Replay {
  const sum: Replay = { waiterMs: 0, busyMs: 0, waitP95Ms: 0, waited: 0, gaveUp: 0, expired: 0 };
  const waitsMs: number[] = [];
  const random = seeded(seed);
  for (const lock of locks) {
    const isDrawn = !lock.fair && !isSame(change, UNCHANGED);
    const requests = isDrawn ? drawnOrder(lock.requests, random) : lock.requests;
    const demands = requests.map((request) => demandOf(request, lock, change, toMs, random, sum));
    const { served, busyMs } = serveInTurn(demands);
    sum.busyMs += busyMs;
    for (const { atMs, leftMs, gaveUp } of served) {
      sum.waiterMs += Math.max(0, Math.min(leftMs, toMs) - Math.max(atMs, fromMs));
      if (gaveUp) sum.gaveUp += 1;
    }
    const isFair = lock.fair || change.queue === 'fair';
    for (const ms of isFair ? waitsInTurn(served) : waitsByChance(served, random)) waitsMs.push(ms);
  }
  sum.waited = waitsMs.filter((ms) => ms >= WAITED_MS).length;
  sum.waitP95Ms = p95Of(waitsMs);
  return sum;
}

function p95Of(waitsMs: readonly number[]): number {
  const sorted = Float64Array.from(waitsMs).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? 0;
}

function isSame(a: WhatIfChange, b: WhatIfChange): boolean {
  return (Object.keys(a) as (keyof WhatIfChange)[]).every((field) => a[field] === b[field]);
}

function demandOf(
  { atMs, hold, delayMs, handedOver, patienceMs }: LockRequest,
  lock: ReplayedLock,
  change: WhatIfChange,
  toMs: number,
  random: () => number,
  sum: Replay,
): Demand {
  const known = hold ?? drawn(lock.holds, random);
  const time = known ? holdTimeOf(known, change, lock.renewed || known.renewals > 0, toMs) : null;
  if (hold && time?.expired) sum.expired += 1;
  return {
    atMs,
    holdMs: time?.ms ?? 0,
    handoverMs: handedOver ? delayMs : (drawn(lock.handoversMs, random) ?? 0),
    delayMs: handedOver ? 0 : delayMs,
    patienceMs,
    lock: change.shards === 1 ? 0 : Math.floor(random() * change.shards),
  };
}

function drawn<T>(from: readonly T[], random: () => number): T | undefined {
  return from[Math.floor(random() * from.length)];
}
