import { kindOfKey, type WriteEvent } from './events';
import { groupedBy, type History } from './history';
import { bare, transactionsOf } from './tenures';
import type { Finding, Violation } from './violation';

type Waiter = { token: string; since: number };
type Queue = { waiters: Waiter[]; heldBy: string | null };

/**
 * Fair queues as the servers kept them: who takes a free lock was the head, or all before it had passed their deadlines,
 * which a transaction shows by dropping them. After writes were missed a queue is not known any more.
 */
export function checkQueues(history: History): Finding {
  const violations: Violation[] = [];
  let checked = 0;
  const queues = new Map<string, Queue>();

  for (const txn of transactionsOf(history.writes)) {
    if (txn.some(({ args, node }) => args === null && node === 0)) break;
    for (const [key, writes] of byFairLock(txn)) {
      const queue = queues.get(key) ?? { waiters: [], heldBy: null };
      queues.set(key, queue);
      const before = { ...queue, waiters: [...queue.waiters] };
      for (const write of writes) apply(queue, key, write);
      checked++;
      const at = writes[0]?.at ?? 0;
      const wronged = droppedEarly(before, queue, writes, at, history) ?? overtaken(before, queue);
      if (!wronged) continue;
      const did = queue.heldBy === null ? 'it was dropped' : `${queue.heldBy} took it`;
      const message = `${did} although ${wronged.token} had waited in the queue for ${(at - wronged.since).toFixed(0)} ms`;
      violations.push({ rule: 'fair-order', key, at, message, about: [queue.heldBy ?? '', wronged.token] });
    }
  }
  return { checked, violations };
}

/** Who took the lock in a transaction; it may have been its first act to remove a holder that had expired. */
function servedBy(before: Queue, after: Queue): string | null {
  return after.heldBy === before.heldBy ? null : after.heldBy;
}

/** A waiter that stays in the queue although one from behind it has just taken the lock. */
function overtaken(before: Queue, after: Queue): Waiter | undefined {
  if (servedBy(before, after) === null) return undefined;
  const place = before.waiters.findIndex(({ token }) => token === after.heldBy);
  const ahead = place < 0 ? before.waiters : before.waiters.slice(0, place);
  return ahead.find((waiter) => after.waiters.includes(waiter));
}

/** A head that was taken off the queue, not to be served, when its deadline cannot have passed. */
function droppedEarly(
  before: Queue,
  after: Queue,
  writes: readonly WriteEvent[],
  at: number,
  { queueMs }: History,
): Waiter | undefined {
  const pops = writes.filter(({ args }) => /^LPOP$/i.test(args?.[0] ?? '')).length;
  const served = servedBy(before, after);
  return before.waiters
    .slice(0, pops)
    .find(({ token, since }) => token !== served && at < since + queueMs / 2);
}

/** Free and held permits of a semaphore add up to what was set, after each transaction. */
export function checkPermits(history: History): Finding {
  const violations: Violation[] = [];
  const free = new Map<string, number>();
  const held = new Map<string, Set<string>>();
  let checked = 0;
  for (const txn of transactionsOf(history.writes)) {
    if (txn.some(({ args, node }) => args === null && node === 0)) break;
    const touched = new Set<string>();
    for (const { args } of txn) {
      const [command = '', name = '', ...rest] = args ?? [];
      const key = bare(name.replace(/:timeout$/, ''));
      if (kindOfKey(key) !== 'semaphore' || !key.startsWith('torture:')) continue;
      touched.add(key);
      const members = held.get(key) ?? new Set();
      held.set(key, members);
      count(command.toUpperCase(), key, rest, free, members);
    }
    for (const key of touched) {
      checked++;
      const [left, taken] = [free.get(key) ?? 0, held.get(key)?.size ?? 0];
      if (left >= 0 && left + taken === history.permits) continue;
      const message = `${left} permits are free and ${taken} held, of ${history.permits}`;
      violations.push({ rule: 'permits-drift', key, at: txn[0]?.at ?? 0, message, about: [] });
      free.set(key, history.permits - taken); // says it once
    }
  }
  return { checked, violations };
}

function count(
  command: string,
  key: string,
  rest: string[],
  free: Map<string, number>,
  members: Set<string>,
): void {
  const by = { INCR: 1, DECR: -1, INCRBY: Number(rest[0]), DECRBY: -Number(rest[0]) }[command];
  if (by !== undefined) free.set(key, (free.get(key) ?? 0) + by);
  else if (command === 'SET') free.set(key, Number(rest[0]));
  else if (command === 'ZADD') members.add(rest.at(-1) ?? '');
  else if (command === 'ZREM') for (const member of rest) members.delete(member);
}

function byFairLock(txn: readonly WriteEvent[]): [string, WriteEvent[]][] {
  const groups = groupedBy(txn, ({ args }) => {
    const key = bare(args?.[1]?.replace(/^redisson_lock_queue:/, '') ?? '');
    return key.startsWith('torture:') && kindOfKey(key) === 'fair' ? key : '';
  });
  groups.delete('');
  return [...groups];
}

function apply(queue: Queue, key: string, { args, at }: WriteEvent): void {
  const [command = '', name = '', ...rest] = args ?? [];
  const [token = ''] = rest;
  if (name === key) {
    if (/^(HSET|HINCRBY)$/i.test(command)) queue.heldBy ??= token;
    if (/^(DEL|UNLINK)$/i.test(command)) queue.heldBy = null;
  } else if (/^RPUSH$/i.test(command)) queue.waiters.push({ token, since: at });
  else if (/^LPOP$/i.test(command)) queue.waiters.shift();
  else if (/^LREM$/i.test(command)) queue.waiters = queue.waiters.filter((each) => each.token !== rest[1]);
  else if (/^(DEL|UNLINK)$/i.test(command)) queue.waiters = [];
}
