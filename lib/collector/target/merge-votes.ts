import type { LockState } from '../../contract/codes';
import type { TtlMs } from '../../contract/leaves';
import type { Lock, Reason, Vote, Waiters } from '../../contract/lock';
import { countVotes, type VoteCount } from '../../domain/locks/count-votes';
import { driftMs } from '../../domain/locks/redlock';
import { NOT_COUNTED, orderOf } from '../../domain/values/counted';
import { groupFindings } from '../../findings/core/group-findings';

/** What one node of a Redlock group has under a key; `lock` null = nothing, or nothing was read yet. */
export type NodeReading = { node: string; isUp: boolean; lock: Lock | null };

/** A lock of a group, who has a quorum of it, and who may have one while some nodes do not answer; null = nobody. */
export type Merged = { lock: Lock; holder: string | null; mayHold: string | null };

/** A vote that is split or short for this long is no acquisition or release under way. */
export const UNEVEN_MS = 2_000;

/**
 * One lock out of what the nodes have under its key: held by whom at least a quorum of the *configured* nodes has, for as
 * long as a quorum will have it, less the clock allowance of Redlock. What too few have is nobody's, and unknown while
 * nodes that do not answer could make it a quorum. `unevenSinceMs` = since when the nodes do not agree; null = they do.
 * null where no node has anything. Pure.
 */
export function mergeVotes(
  told: readonly NodeReading[],
  unevenSinceMs: number | null,
  nowMs: number,
): Merged | null {
  const readings = told.map((each) => ({ ...each, isUp: each.isUp && each.lock?.reason.code !== 'unread' }));
  const shown = winnerOf(readings);
  if (!shown) return null;
  const votes = readings.map((reading) => voteOf(reading, shown));
  const count = countVotes(votes);
  const hasQuorum = count.yes >= count.quorum;
  // Only nodes that do not answer remember it, and they are too few for anybody to have it.
  if (count.yes === 0 && count.unread < count.quorum) return null;
  const yes = readings.flatMap(({ lock }, i) => (lock && votes[i]?.vote === 'yes' ? [lock] : []));
  const expiresAtMs = hasQuorum ? validUntil(yes, count.quorum) : shown.expiresAtMs;
  const isOld = unevenSinceMs !== null && nowMs - unevenSinceMs >= UNEVEN_MS;
  const ballot = { count, votes, leftMs: ttlOf(expiresAtMs, nowMs) };
  const findings = isOld ? groupFindings(ballot, unevenSinceMs, nowMs) : [];
  const lock: Lock = {
    ...shown,
    ...stateOf(shown, count, isOld),
    votes,
    expiresAtMs,
    ttlMs: ttlOf(expiresAtMs, shown.known.atMs),
    waiters: mostWaiters(readings),
    findings: [...shown.findings.filter(({ code }) => code !== 'node-silent'), ...findings],
  };
  const mayHold = count.yes + count.unread >= count.quorum;
  return { lock, holder: hasQuorum ? nameOf(shown) : null, mayHold: mayHold ? nameOf(shown) : null };
}

/** Whether all nodes say the same of the lock. */
export function isEven({ votes }: Pick<Lock, 'votes'>): boolean {
  return votes?.every(({ vote }) => vote === 'yes') ?? true;
}

/** The lock of whoever most nodes have, as the node has it where it lasts longest; nodes that answer go before others. */
function winnerOf(readings: readonly NodeReading[]): Lock | null {
  const candidates = new Map<string, { lock: Lock; up: number; all: number }>();
  for (const { lock, isUp } of readings) {
    if (!lock) continue;
    const known = candidates.get(nameOf(lock)) ?? { lock, up: 0, all: 0 };
    const lasts = deadlineOf(lock) > deadlineOf(known.lock) && (isUp || known.up === 0);
    candidates.set(nameOf(lock), {
      lock: lasts || (isUp && known.up === 0) ? lock : known.lock,
      up: known.up + Number(isUp),
      all: known.all + 1,
    });
  }
  const [first] = [...candidates.values()].sort((a, b) => b.up - a.up || b.all - a.all);
  return first?.lock ?? null;
}

/** Names who has a lock: the format and its tokens. */
function nameOf({ format, holders }: Lock): string {
  return [format.id, ...holders.map(({ token }) => token.text)].join('\n');
}

function voteOf({ node, isUp, lock }: NodeReading, shown: Lock): Vote {
  if (!isUp) return { node, vote: 'unread', ttlMs: null, token: null, readAtMs: lock?.known.atMs ?? null };
  if (!lock) return { node, vote: 'no', ttlMs: null, token: null, readAtMs: null };
  const vote = nameOf(lock) === nameOf(shown) ? 'yes' : 'other';
  const readAtMs = lock.known.atMs;
  return {
    node,
    vote,
    ttlMs: ttlOf(lock.expiresAtMs, readAtMs),
    token: lock.holders[0]?.token ?? null,
    readAtMs,
  };
}

function stateOf(shown: Lock, count: VoteCount, isOld: boolean): { state: LockState; reason: Reason } {
  const { yes, other, unread, of, quorum } = count;
  const votes = { code: 'votes', values: { yes, of, quorum } } as const;
  if (yes >= quorum) {
    const says = yes === of || shown.reason.code !== 'none';
    return { state: shown.state, reason: says ? shown.reason : votes };
  }
  // A vote under way is not judged yet.
  if (yes + unread >= quorum || !isOld) return { state: 'unknown', reason: votes };
  return { state: 'at-risk', reason: other > 0 ? { code: 'split', values: { yes, other, of } } : votes };
}

/** Until when at least so many of these have it, on the console's clock, less the clock allowance. */
function validUntil(yes: readonly Lock[], quorum: number): Lock['expiresAtMs'] {
  const deadlines = yes.map(deadlineOf).sort((a, b) => b - a);
  const last = deadlines[quorum - 1] ?? 0;
  if (last === Number.POSITIVE_INFINITY) return 'none';
  const leaseMs = Math.max(...yes.map((lock) => lock.leaseMs ?? 0));
  return Math.round(last - driftMs(leaseMs));
}

function deadlineOf({ expiresAtMs }: Lock): number {
  return expiresAtMs === 'none' ? Number.POSITIVE_INFINITY : (expiresAtMs ?? 0);
}

function ttlOf(expiresAtMs: Lock['expiresAtMs'], nowMs: number): TtlMs | null {
  return typeof expiresAtMs === 'number' ? Math.max(0, expiresAtMs - nowMs) : expiresAtMs;
}

/** Who waits listens on several nodes: the most that any of them counts. */
function mostWaiters(readings: readonly NodeReading[]): Waiters {
  let most: Waiters = NOT_COUNTED;
  for (const { lock, isUp } of readings) {
    if (isUp && lock && orderOf(lock.waiters.count) > orderOf(most.count)) most = lock.waiters;
  }
  return most;
}
