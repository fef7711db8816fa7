import type { LockState } from '../../contract/codes';
import type { TtlMs } from '../../contract/leaves';
import type { Lock, Reason, Vote, Waiters } from '../../contract/lock';
import { countVotes, type VoteCount } from '../../domain/locks/count-votes';
import { driftMs } from '../../domain/locks/redlock';
import { NOT_COUNTED, orderOf } from '../../domain/values/counted';
import { groupFindings } from '../../findings/core/group-findings';

/** The lock that one node of a Redlock group has under a key; null = no lock, or nothing was read yet. */
export type NodeReading = { node: string; isUp: boolean; lock: Lock | null };

/**
 * A lock of a group, the holder with a quorum of it, and the holder that may have one while some nodes do not answer;
 * null = no such holder.
 */
export type Merged = { lock: Lock; holder: string | null; mayHold: string | null };

/** A vote that is split or short for this long is not an acquisition or release in progress. */
const UNEVEN_MS = 2_000;

/**
 * Merges the nodes' locks under one key into one lock. Its holder is the one that a quorum of the *configured* nodes has,
 * valid for as long as a quorum keeps it, less the clock allowance of Redlock. Without a quorum it has no holder, and is
 * unknown while nodes that do not answer could complete one. `unevenSinceMs` = since when the nodes disagree; null = they
 * agree. Returns null where no node has a lock. Pure.
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
  // Only nodes that do not answer had it last, and they are too few for a quorum.
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

/** Whether all nodes agree on the lock. */
export function isEven({ votes }: Pick<Lock, 'votes'>): boolean {
  return votes?.every(({ vote }) => vote === 'yes') ?? true;
}

/** The lock of the holder that most nodes have, from the node with the latest deadline; nodes that answer go first. */
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

/** Identifies the holders of a lock: the format and its tokens. */
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
  // A vote in progress is not judged yet.
  if (yes + unread >= quorum || !isOld) return { state: 'unknown', reason: votes };
  return { state: 'at-risk', reason: other > 0 ? { code: 'split', values: { yes, other, of } } : votes };
}

/** Until when at least `quorum` of these locks last, on the console's clock, less the clock allowance. */
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

/** A waiter listens on several nodes: the largest count of any node. */
function mostWaiters(readings: readonly NodeReading[]): Waiters {
  let most: Waiters = NOT_COUNTED;
  for (const { lock, isUp } of readings) {
    if (isUp && lock && orderOf(lock.waiters.count) > orderOf(most.count)) most = lock.waiters;
  }
  return most;
}
