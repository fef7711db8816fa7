import { forcedAt, forgottenAt } from './claims';
import { type Act, kindOfKey, type WriteEvent } from './events';
import { groupedBy, type History, type Operation, type TakenLease } from './history';
import type { Finding, Violation } from './violation';

/** Told `lost` this long before the promised deadline is early; less is the rounding of clocks. */
const EARLY_MS = 2;

const TAKEN_AWAY = ['absent', 'taken', 'force-released'];

/** A holder is told before its deadline that its lock was taken away only where somebody was entitled to do that. */
export function checkLosses(history: History): Finding {
  const violations: Violation[] = [];
  let checked = 0;
  const told = new Set<string>();
  for (const lease of history.leases) {
    const { lost, token } = lease;
    if (!lost || !TAKEN_AWAY.includes(lost.why)) continue;
    checked++;
    if (told.has(token) || lost.at >= lost.until - EARLY_MS || mayBeLost(lease, lost.at, history)) continue;
    told.add(token);
    const early = (lost.until - lost.at).toFixed(1);
    violations.push({
      rule: 'lost-early',
      key: lease.keys.join(' '),
      at: lost.at,
      message: `${lease.name} was lost (${lost.why}) ${early} ms before its deadline, and nobody may have taken it`,
      about: [lease.name, token],
    });
  }
  return { checked, violations };
}

function mayBeLost(lease: TakenLease, at: number, history: History): boolean {
  const ends = [
    ...forcedAt(lease, history),
    ...forgottenAt(lease, history),
    ...votesForgottenAt(lease, history),
    history.closes.get(lease.process) ?? Number.POSITIVE_INFINITY,
    ...(history.leasesOfToken.get(lease.token) ?? []).flatMap(({ releases }) =>
      releases.filter(isUnknown).map((release) => release.at),
    ),
  ];
  return ends.some((end) => end <= at);
}

/** When a node of a redlock forgot its vote: the holder may find that it has no quorum left, though nobody else has one. */
function votesForgottenAt({ kind, calledAt }: TakenLease, { faults }: History): number[] {
  if (kind !== 'redlock') return [];
  return faults.filter(({ fault, until }) => fault === 'restart' && until >= calledAt).map(({ at }) => at);
}

/** A release that Redis may have executed although it was not said to be done. */
function isUnknown({ returned, disturbed }: Operation): boolean {
  return disturbed || returned?.outcome === 'timed-out' || returned?.outcome === 'redis-error';
}

/** What `holdCount` says is what the calls of the holder lead to. */
export function checkHoldCounts(history: History): Finding {
  const violations: Violation[] = [];
  let checked = 0;
  const counting = history.operations.filter(({ act, mode }) => COUNTING.includes(act) && mode !== 'permit');
  for (const [token, calls] of groupedBy(counting, holderOf)) {
    let count = 0;
    const given = new Set<string>();
    for (const { act, lease = '', returned, keys, op } of calls.sort(byReturn)) {
      if (!token || returned?.outcome !== 'done') break; // from here on it cannot be known
      if (act === 'release' && given.has(lease)) continue; // released twice: does nothing
      if (act === 'release') given.add(lease);
      count += act === 'release' ? -1 : 1;
      checked++;
      if (returned.holdCount === count || (act === 'release' && count > 0)) continue;
      const message = `${op} (${act}) said ${returned.holdCount} holds where ${count} are left`;
      violations.push({
        rule: 'hold-count',
        key: keys.join(' '),
        at: returned.at,
        message,
        about: [op, token],
      });
      break;
    }
  }
  return { checked, violations };
}

const COUNTING: readonly Act[] = ['acquire', 'reenter', 'release'];

/** Whose count a call changes: a writer that reads as well is another holder in Redis. */
function holderOf({ act, token = '', returned }: Operation): string {
  return act === 'release' ? token : (returned?.token ?? token);
}

function byReturn(a: Operation, b: Operation): number {
  return (a.returned?.at ?? Number.POSITIVE_INFINITY) - (b.returned?.at ?? Number.POSITIVE_INFINITY);
}

/** Nobody takes a fair lock over a waiter whose place in the queue was known to it before the taker's call. */
export function checkFairCalls(history: History): Finding {
  const violations: Violation[] = [];
  let checked = 0;
  const acquisitions = history.operations.filter(({ act, kind }) => act === 'acquire' && kind === 'fair');
  const turns = groupedBy(turnsOf(history.writes), ({ token }) => token);
  for (const [key, calls] of groupedBy(acquisitions, ({ keys }) => keys[0] ?? '')) {
    const waiters = calls.filter(({ waitingAt, returned }) => waitingAt !== null && returned !== null);
    for (const taker of calls) {
      if (taker.returned?.outcome !== 'done') continue;
      for (const waiter of waiters) {
        const queuedAt = waiter.waitingAt ?? 0;
        const end = waiter.returned?.at ?? 0;
        if (queuedAt >= taker.at || end <= taker.at || waiter.op === taker.op) continue;
        checked++;
        if (end <= taker.returned.at || mayHaveLeft(waiter, taker.returned.at, history)) continue;
        if (hadItsTurn(waiter, taker, turns)) continue;
        violations.push({
          rule: 'fair-order',
          key,
          at: taker.returned.at,
          message: `${taker.op} took it although ${waiter.op} was in the queue before it was called`,
          about: [taker, waiter].flatMap(({ op, returned }) => [op, returned?.token ?? '']),
        });
      }
    }
  }
  return { checked, violations };
}

/** Whether a waiter may be out of the queue: dropped at its deadline, served unawares, or with its server's memory. */
function mayHaveLeft(waiter: Operation, at: number, history: History): boolean {
  const { queueMs, faults } = history;
  const queuedAt = waiter.waitingAt ?? 0;
  const givesUp =
    waiter.returned !== null && waiter.returned.outcome !== 'done' && waiter.returned.at - at < 1_000;
  return (
    at - queuedAt > queueMs / 2 ||
    givesUp ||
    forcedAt({ token: waiter.returned?.token ?? '' }, history).some((forced) => forced <= at) ||
    faults.some(({ fault, target, at: from, until }) => {
      const stops =
        fault === 'freeze' || fault === 'restart' || (fault === 'pause' && target === waiter.process);
      return stops && from <= at && until >= queuedAt;
    })
  );
}

/** A fair lock that was given to a token; `order` tells which was first, `at` when it was heard of. */
type FairTurn = { token: string; at: number; order: number };

function turnsOf(writes: readonly WriteEvent[]): FairTurn[] {
  return writes.flatMap(({ args, at }, order) => {
    const [command = '', key = '', token = ''] = args ?? [];
    return command.toUpperCase() === 'HSET' && kindOfKey(key) === 'fair' ? [{ token, at, order }] : [];
  });
}

/**
 * Whether the server gave the lock to a waiter before the taker, and the waiter goes on waiting: its process was too slow to
 * learn of that within its lease, and has queued up again behind others. Both may be heard of after the taker's return.
 */
function hadItsTurn(waiter: Operation, taker: Operation, turns: ReadonlyMap<string, FairTurn[]>): boolean {
  const turnsOfCall = ({ returned }: Operation) => turns.get(returned?.token ?? '') ?? [];
  const taken = turnsOfCall(taker).at(-1)?.order ?? Number.POSITIVE_INFINITY;
  return turnsOfCall(waiter).some(({ at, order }) => at >= (waiter.waitingAt ?? 0) && order < taken);
}

/** Errors that no caller should ever see. */
export function checkDefects(history: History): Finding {
  const violations = history.operations
    .filter(({ returned }) => returned?.outcome === 'defect')
    .map(({ op, act, keys, at, returned }): Violation => {
      const message = `${op} (${act}) failed with ${returned?.why}`;
      return { rule: 'defect', key: keys.join(' '), at, message, about: [op] };
    });
  return { checked: history.operations.length, violations };
}
