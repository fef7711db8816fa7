import type { Certainty, HoldPart } from '../../contract/actions';
import type { Holder } from '../../contract/holder';
import type { Lock } from '../../contract/lock';

/** Another lock that has a holder's token. */
export type SameToken = Pick<HoldPart, 'lock' | 'holder' | 'sure' | 'acquiredApartMs' | 'leasesApartMs'>;

type Held = {
  lock: Lock;
  holder: Holder;
  /** The key's deadline on Redis' clock, where it was read with the lock. */
  deadlineMs?: number | 'none' | undefined;
};

/** Precision of an observed acquisition time; a later reading is marked `atLeast`. */
const ACQUIRED_APART_MS = 1_000;
/** The client sets the leases of the members one after the other, and the console reads them the same way. */
const LEASES_APART_MS = 250;

/** Kinds of locks that may be members of a hold over several keys; each permit or job stands alone. */
export const TAKEN_TOGETHER: ReadonlySet<Lock['kind']> = new Set<Lock['kind']>([
  'mutex',
  'reentrant',
  'fair',
  'fenced',
  'read-write',
]);

/**
 * Other locks of the same database with this holder's token, the most certain first. docs/architecture.md has the rule
 * and its reason ("One hold over several keys"). Empty for a token that others may write as well. Pure.
 */
export function sameHold(lock: Lock, holder: Holder, locks: Iterable<Lock>): SameToken[] {
  const { token, tokenUnique } = holder;
  if (!tokenUnique || !token.exact || lock.possible || !TAKEN_TOGETHER.has(lock.kind)) return [];
  const found: SameToken[] = [];
  for (const other of locks) {
    if (other.id === lock.id || other.target !== lock.target || other.db !== lock.db) continue;
    if (other.possible || !TAKEN_TOGETHER.has(other.kind)) continue;
    const same = other.holders.find((each) => each.tokenUnique && each.token.text === token.text);
    if (same?.token.exact) found.push(compared({ lock, holder }, { lock: other, holder: same }));
  }
  return found.sort((a, b) => RANK[a.sure] - RANK[b.sure] || (a.lock.key.text < b.lock.key.text ? -1 : 1));
}

const RANK = { proven: 0, likely: 1, possible: 2 } satisfies Record<Certainty, number>;

/** Judges from two readings of one token whether they are one hold. */
export function compared(one: Held, other: Held): SameToken {
  const acquiredApartMs = apart(acquiredAt(one.holder), acquiredAt(other.holder));
  // By our clock, which is late on a busy console, or by that of the server that has both keys.
  const leasesApartMs = least(
    apart(leaseEndOf(one), leaseEndOf(other)),
    one.lock.node === other.lock.node ? apart(deadlineOf(one), deadlineOf(other)) : null,
  );
  const endTogether = leasesApartMs !== null && leasesApartMs <= LEASES_APART_MS;
  const beganTogether = acquiredApartMs !== null && acquiredApartMs <= ACQUIRED_APART_MS;
  // A watchdog renews keys one by one, or all keys of its process at once, so renewed leases prove nothing.
  const isRenewed = one.lock.renewal.count > 0 && other.lock.renewal.count > 0;
  const sure: Certainty =
    (isOurs(one.holder) && isOurs(other.holder)) || (isPerHold(one) && isPerHold(other) && endTogether)
      ? 'proven'
      : beganTogether && (endTogether || isRenewed)
        ? 'likely'
        : 'possible';
  return { lock: other.lock, holder: other.holder, sure, acquiredApartMs, leasesApartMs };
}

function isPerHold({ lock, holder }: Held): boolean {
  return holder.tokenPerHold === true && lock.format.confidence !== 'possible';
}

/** Only our client writes heartbeat records, and it draws a new token for each acquisition. */
export function isOurs({ process }: Holder): boolean {
  const record = process?.heartbeat?.record;
  return record === 'present' || record === 'deleted' || record === 'lapsed';
}

/** null = not known exactly. */
function acquiredAt({ since }: Holder): number | null {
  return since && !since.atLeast && !since.atMost ? since.atMs : null;
}

/** Infinity = never; null = not read. */
function leaseEndOf({ lock, holder }: Held): number | null {
  if (holder.ttlMs === null) return null;
  return holder.ttlMs === 'none' ? Number.POSITIVE_INFINITY : lock.known.atMs + holder.ttlMs;
}

/** null = not read, or not the holder's alone: others have the key too, it has a lease of its own, or several masters vote. */
function deadlineOf({ lock, holder, deadlineMs }: Held): number | null {
  const isAlone = lock.holders.length === 1 && holder.ttlMs === lock.ttlMs && !lock.votes;
  if (deadlineMs === undefined || !isAlone) return null;
  return deadlineMs === 'none' ? Number.POSITIVE_INFINITY : deadlineMs;
}

function least(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function apart(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return null;
  if (a === b) return 0;
  const ms = Math.abs(a - b);
  return Number.isFinite(ms) ? Math.round(ms) : null;
}
