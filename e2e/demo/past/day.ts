import type { LockKind } from '../../../lib/contract/codes';
import { bytesOf } from '../../../lib/domain/keys/bytes';
import { seeded } from '../../../lib/domain/values/seeded';
import type { Mark } from '../../../lib/history/archive/archive-types';
import { exponential, type QueueStep } from '../../support/queue-workload';
import type { RecordedQueue } from '../../support/recorded-queue';
import { type ClosedQueue, closedQueue } from './closed-queue';
import { type Deadlock, inDeadlock } from './deadlock';
import { asFair, asMutex, asRedisPy, asRedlock, asReentrant, type Library, processesOf } from './people';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const DAY_MS = 24 * HOUR;
/** Moments from the start of the day, ms. The day ends at its busiest hour, which is when the demo begins. */
export const EVENTS = {
  failoverMs: DAY_MS - 16 * HOUR - 20 * MINUTE,
  slowDeployMs: DAY_MS - 9 * HOUR - 30 * MINUTE,
  fixDeployMs: DAY_MS - 6 * HOUR - 10 * MINUTE,
  killMs: DAY_MS - 5 * HOUR,
  deadlockMs: DAY_MS - 3 * HOUR - 20 * MINUTE,
  deadlockLengthMs: 11 * MINUTE,
} as const;
/** Holds of orders took so many times as long between the two deploys. */
const SLOWER = 2.4;
const FIRST_ACCOUNT = 'account:{4471}:transfer';
const SECOND_ACCOUNT = 'account:{8812}:transfer';

export type DayEvents = typeof EVENTS;
export type PastTarget = {
  target: string;
  queues: RecordedQueue[];
  deadlock?: Deadlock;
  failoverMs?: number;
};

/** Load at a moment as a share of the busiest: a fifth twelve hours before the end of the day. */
export function rhythm(atMs: number): number {
  return 0.6 + 0.4 * Math.cos((2 * Math.PI * (DAY_MS - atMs)) / DAY_MS);
}

/**
 * What the locks of the demo did for a day, the same for the same seed. Without events it is a day on which all is well: nobody
 * fails, and clients that share a lock ask for it a third as often.
 */
export function pastDay(seed: number, events: DayEvents | null = EVENTS): PastTarget[] {
  return [shop(seed, events), billing(seed, events), quorum(seed)];
}

export function marksOf(startMs: number): Omit<Mark, 'id'>[] {
  const mark = (ms: number, kind: 'deploy' | 'note', target: string | null, title: string, text = '') => ({
    ...{ at_ms: startMs + ms, until_ms: null, kind, title, text, url: null, target, actor: 'sample data' },
  });
  return [
    mark(0, 'note', null, 'Sample data begins', 'A simulated day before the demo was started.'),
    mark(EVENTS.failoverMs, 'note', 'billing', 'Simulated failover'),
    mark(EVENTS.slowDeployMs, 'deploy', 'shop', 'orders 4.12', 'Holds of orders take longer from here on.'),
    mark(EVENTS.fixDeployMs, 'deploy', 'shop', 'orders 4.12.1', 'They are as short as before.'),
    mark(EVENTS.killMs, 'note', 'shop', 'A process of carts was killed'),
    mark(EVENTS.deadlockMs, 'note', 'billing', 'Two transfers wait for each other'),
    mark(
      DAY_MS,
      'note',
      null,
      'Live from here',
      'The simulated day ends; what follows is measured on the demo servers.',
    ),
  ];
}

type Shape = {
  name: string;
  kind: LockKind;
  library: Library;
  /** Shortest and longest hold. */
  holdMs: readonly [number, number];
  /** Between two holds of a client at the busiest hour. */
  thinkMs: number;
  /** Default: one, which never waits. */
  clients?: number;
  leaseMs: number;
  /** Renewed by a watchdog; default: it is not. */
  watchdog?: boolean;
  /** As busy all day. */
  steady?: boolean;
  factor?: ClosedQueue['factor'];
};

function shop(seed: number, events: DayEvents | null): PastTarget {
  const workers = processesOf('order-worker', ['orders-1', 'orders-2', 'orders-3']);
  const jobs = processesOf('nightly-jobs', ['jobs-1']);
  const slower = (atMs: number) =>
    events && atMs >= events.slowDeployMs && atMs < events.fixDeployMs ? SLOWER : 1;
  const byWorkers = {
    ...({ kind: 'reentrant', library: asReentrant(workers), clients: workers.length } as const),
    ...{ leaseMs: 30 * SECOND, watchdog: true },
  };
  const python = { kind: 'mutex', library: asRedisPy, steady: true } as const;
  const shapes: Shape[] = [
    { ...byWorkers, name: 'order:{4711}:lock', holdMs: around(20), thinkMs: 20 * SECOND, factor: slower },
    { ...byWorkers, name: 'inventory:sku-881', holdMs: around(10), thinkMs: 10 * SECOND },
    { ...byWorkers, name: 'warehouse 🚚 slot {A}', holdMs: around(15), thinkMs: 15 * SECOND },
    {
      ...byWorkers,
      ...{ name: 'report:monthly:lock', library: asReentrant(jobs), clients: 1, steady: true },
      ...{ holdMs: around(40 * 60), thinkMs: 4 * MINUTE },
    },
    {
      ...python,
      ...{ name: 'search:{reindex}:🔍 products', holdMs: [16 * SECOND, 36 * SECOND] },
      ...{ thinkMs: 1_500, leaseMs: 40 * SECOND },
    },
    {
      ...python,
      ...{ name: 'thumbnails/2026 #3', holdMs: [12 * SECOND, 27 * SECOND] },
      ...{ thinkMs: 1_500, leaseMs: 30 * SECOND },
    },
  ];
  const queues = shapes.map((shape, i) => queueOf(shape, seed * 100 + i, events !== null));
  return { target: 'shop', queues: [...queues, ...carts(seed, events)] };
}

function billing(seed: number, events: DayEvents | null): PastTarget {
  const invoicing = processesOf('invoicing', ['billing-1', 'billing-2']);
  const mutex = {
    ...({ kind: 'mutex', library: asMutex(invoicing), clients: invoicing.length } as const),
    ...{ leaseMs: 30 * SECOND, watchdog: true },
  };
  const [refunds] = processesOf('ledger', ['billing-3'], 'refunds');
  const [payouts] = processesOf('ledger', ['billing-3'], 'payouts');
  if (!refunds || !payouts) throw new Error('nobody transfers');
  const transfer = {
    ...({ kind: 'fair', library: asFair([refunds, payouts]), clients: 2, steady: true } as const),
    ...{
      holdMs: [2 * SECOND, 3 * SECOND] as const,
      thinkMs: 150 * SECOND,
      leaseMs: 30 * SECOND,
      watchdog: true,
    },
  };
  const shapes: Shape[] = [
    { ...mutex, name: 'invoice:2026-11', holdMs: around(12), thinkMs: 12 * SECOND },
    { ...mutex, name: 'ledger/close', holdMs: around(20), thinkMs: 20 * SECOND },
    {
      ...({ name: 'statement:2026-11', kind: 'mutex', library: asRedisPy, steady: true } as const),
      ...{ holdMs: [36 * SECOND, 81 * SECOND], thinkMs: 2 * SECOND, leaseMs: 90 * SECOND },
    },
    { ...transfer, name: FIRST_ACCOUNT },
    { ...transfer, name: SECOND_ACCOUNT },
  ];
  const queues = shapes.map((shape, i) => queueOf(shape, seed * 100 + 20 + i, events !== null));
  if (!events) return { target: 'billing', queues };
  const { deadlockMs: fromMs, deadlockLengthMs, failoverMs } = events;
  const deadlock: Deadlock = {
    ...{ fromMs, toMs: fromMs + deadlockLengthMs, first: FIRST_ACCOUNT, second: SECOND_ACCOUNT },
    ...{ refunds, payouts, look: transfer.library('transfers') },
  };
  const all = queues.map((queue) => {
    const cut = { ...queue, steps: cutBy(queue.steps, failoverMs) };
    const isFirst = queue.name === bytesOf(FIRST_ACCOUNT);
    return isFirst || queue.name === bytesOf(SECOND_ACCOUNT) ? inDeadlock(cut, deadlock, isFirst) : cut;
  });
  return { target: 'billing', queues: all, deadlock, failoverMs };
}

function quorum(seed: number): PastTarget {
  const queues = ['locks:payout-run', 'locks:fx-rates'].map((name, i) =>
    queueOf(
      {
        ...({ name, kind: 'mutex', library: asRedlock, watchdog: true, steady: true } as const),
        ...{ holdMs: [48 * SECOND, 49 * SECOND], thinkMs: 3 * SECOND, leaseMs: 20 * SECOND },
      },
      seed * 100 + 40 + i,
      false,
    ),
  );
  return { target: 'quorum', queues };
}

/** From a third of so many seconds to nearly twice as many. */
function around(seconds: number): readonly [number, number] {
  return [seconds * 300, seconds * 1_700];
}

function queueOf(shape: Shape, seed: number, isBusy: boolean): RecordedQueue {
  const { name, kind, library, leaseMs, clients = 1, watchdog = false, steady = false } = shape;
  const thinkMs = shape.thinkMs * (clients > 1 && !isBusy ? 3 : 1);
  const steps = closedQueue({
    ...{ seed, clients, lengthMs: DAY_MS, holdMs: shape.holdMs, thinkMs },
    ...{ rhythm: steady ? () => 1 : rhythm, factor: shape.factor ?? (() => 1) },
  });
  const look = library(name);
  // Waiters of these two leave no trace in Redis.
  const waiters = library === asRedisPy || library === asRedlock ? null : 'exact';
  const queue = { name: bytesOf(name), steps, leaseMs, kind, waiters, look } as const;
  return watchdog ? { ...queue, renewEveryMs: leaseMs / 3 } : queue;
}

/** A failover loses the holds that its replica had not got. */
function cutBy(steps: readonly QueueStep[], failoverMs: number): QueueStep[] {
  let beganMs = 0;
  return steps.map((step) => {
    if (step.do === 'begin') beganMs = step.atMs;
    const isCut = step.do === 'end' && beganMs < failoverMs && step.atMs >= failoverMs;
    return isCut ? { ...step, ended: 'lost' } : step;
  });
}

const CARTS = { names: 5_000, everyMs: 10 * SECOND, leastMs: 5 * MINUTE, mostMs: 25 * MINUTE, forgets: 0.1 };

/** Holds of thousands of locks that nobody waits for; a tenth is forgotten and expires. */
function carts(seed: number, events: DayEvents | null): RecordedQueue[] {
  const library = asMutex(processesOf('nightly-jobs', ['jobs-1', 'jobs-2', 'jobs-3', 'jobs-4']));
  const random = seeded(seed * 100 + 60);
  const next = exponential(CARTS.everyMs);
  const queues = new Map<string, RecordedQueue & { steps: QueueStep[] }>();
  let nth = 0;
  for (let atMs = next(random); atMs < DAY_MS; atMs += next(random)) {
    if (random() >= rhythm(atMs)) continue;
    const name = `cart:${Math.floor(random() * CARTS.names)}:lock`;
    const leaseMs = CARTS.leastMs + Math.round(random() * (CARTS.mostMs - CARTS.leastMs));
    const known = queues.get(name);
    const queue = known ?? { name, steps: [], leaseMs, kind: 'mutex', waiters: null, look: library(name) };
    const beginMs = Math.round(atMs);
    if ((queue.steps.at(-1)?.atMs ?? -1) >= beginMs) continue;
    queues.set(name, queue);
    const client = nth % 4;
    const token = `token-${client}-${nth++}`;
    const killMs = events?.killMs ?? Number.POSITIVE_INFINITY;
    const isKilled = client === 3 && beginMs < killMs && beginMs + queue.leaseMs > killMs;
    const isForgotten = random() < CARTS.forgets || isKilled;
    const heldMs = isForgotten ? queue.leaseMs : queue.leaseMs * (0.5 + random() * 0.4);
    const endMs = Math.round(Math.min(DAY_MS - 2, beginMs + heldMs));
    const ended = isForgotten && endMs < DAY_MS - 2 ? 'expired' : 'released';
    if (endMs <= beginMs) continue;
    queue.steps.push(
      { do: 'begin', atMs: beginMs, token, waiting: 0 },
      { do: 'end', atMs: endMs, token, ended },
    );
  }
  return [...queues.values()];
}
