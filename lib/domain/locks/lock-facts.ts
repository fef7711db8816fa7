import type { Evidence } from '../../contract/finding';
import type { Heartbeat, Since } from '../../contract/holder';
import type { TtlMs } from '../../contract/leaves';
import type { Waiters } from '../../contract/lock';
import type { ByteString } from '../keys/bytes';
import type { Collision } from './collision';
/**
 * Usual duration of a family's holds: the time, ms, that 99 of 100 did not exceed, of `count` holds that ended within
 * the `windowMs` before `atMs`. Holds that overstayed are left out, or the next one would count as usual.
 */
export type UsualHold = { p99Ms: number; count: number; windowMs: number; atMs: number };

/** A holder as one reading shows it. */
export type ReadHolder = {
  token: ByteString;
  /** Whether no later hold can ever write the same token. */
  tokenUnique: boolean;
  /** Short form for a screen; null = nothing identifies the holder. */
  label: string | null;
  holdCount: number | null;
  /** Deadline of the holder's own lease, 0 = it has ended; absent = the lock's deadline applies. */
  deadlineMs?: number | 'none';
  /** It holds in read mode, together with others. */
  reads?: true;
};

/** One reading of a held lock. Times are epoch ms on the console's clock. */
export type Reading = {
  atMs: number;
  holders: readonly ReadHolder[];
  ttlMs: TtlMs;
  /** Latest possible deadline of the key: the time of the reply plus the TTL. */
  deadlineMs: number | 'none';
  /** How much earlier the deadline may be: the duration of the read. */
  slackMs: number;
  /** Deadline written into the value; null when there is none. */
  valueDeadlineMs: number | null;
  /** The key exists without a holder: a semaphore with all permits free, or leases that have all ended. */
  free?: boolean;
  /** The key itself does not exist: only companion keys, such as a queue, show the lock. */
  absent?: true;
};

/** The waiter whose turn it is while the lock is free: all others are refused. */
export type NextInLine = {
  token: ByteString;
  /** Short form for a screen. */
  label: string;
  /** When the waiter loses its turn, epoch ms; null = never. */
  deadlineMs: number | null;
  /** Since when it has the turn without a subscriber to its notification; null = it has one, or that cannot be known. */
  unheardSinceMs: number | null;
  /** Time of the last reading. */
  atMs: number;
};

/**
 * Floor below which the TTL of a renewing holder never falls: a share of its lease, or ms. `always` = every holder of
 * the format renews, so a TTL below the floor proves a missed renewal; without it only for holders seen to renew.
 */
export type HealthyFloor = ({ share: number } | { ms: number }) & { always?: boolean };

/**
 * For how long a hold is watched where its holder may renew at times that are not known: as if it renewed at a third of its
 * lease, which is what most libraries do.
 */
export const USUAL_FLOOR: HealthyFloor = { share: 2 / 3 };

/** A wait cycle that a lock is part of: since when it was seen, epoch ms, and its waits as evidence. */
export type StuckIn = { certain: boolean; sinceMs: number; evidence: readonly Evidence[] };

/** Another lock with which it was taken in both orders: since when that is known, epoch ms, and the orders as evidence. */
export type CrossedWith = { sinceMs: number; times: number; evidence: readonly Evidence[] };

/** `token` was issued after `highest`, but is lower; decimal texts. */
export type FenceBack = { highest: string; token: string; sinceMs: number };

/**
 * A lease as history has it of a hold that an earlier watch saw begin: whose, and from when for how long it was set, epoch ms
 * and ms, where nothing shows that it was set anew.
 */
export type RecordedLease = { token: string; fromMs: number; leaseMs: number };

/** Facts about the present holder, derived from several readings. */
export type LockFacts = {
  reading: Reading;
  firstSeenMs: number;
  /** When the present hold began; null = cannot be known. */
  since: Since | null;
  /** The same for each holder, by token, where there may be several. */
  sinceOf: ReadonlyMap<ByteString, Since>;
  /** Longest TTL seen for the present holder. */
  leaseMs: number | null;
  /** From the lock's format; null = its holders do not renew. */
  healthyFloor: HealthyFloor | null;
  /** The floor of a holder that renews, of a format whose holders may; absent or null = `healthyFloor` says all. */
  mayRenew?: HealthyFloor | null;
  renewals: {
    count: number;
    lastAtMs: number | null;
    /** Times between renewals, newest last, at most five. */
    gapsMs: readonly number[];
  };
  /** When the lease of the present hold was last seen to be set anew by whoever; absent = not since `firstSeenMs`. */
  unrenewedSinceMs?: number;
  /** Of the hold that an earlier watch left open; absent or null = there is none, or none that proves anything. */
  recorded?: RecordedLease | null;
  waiters: Waiters;
  /** The waiter in turn of a free lock with a queue; absent or null = any client may take it, or it is held. */
  next?: NextInLine | null;
  /** Heartbeats of the reading's holders, in their order; null = none was read. */
  heartbeats: readonly (Heartbeat | null)[];
  /** Another use of the key; absent or null = none is known. */
  collision?: Collision | null;
  /** Absent or null = in no wait cycle, as far as waiters have names. */
  stuckIn?: StuckIn | null;
  /** Usual hold of its family; absent or null = not known, or not queried. */
  usual?: UsualHold | null;
  /** Absent or null = taken in one order with each other lock, as far as history knows. */
  crossed?: CrossedWith | null;
  /** A reader whose own lease ended still blocks others until it releases; absent = it does not. */
  deadReadersStay?: boolean;
  /** When the own lease of each holder was seen to have ended, epoch ms. */
  endedSinceOf?: ReadonlyMap<ByteString, number>;
  /** Absent or null = its fencing tokens only grew, as far as was seen. */
  fenceBack?: FenceBack | null;
  /** Since when the node does not answer; null while it answers. */
  silentSinceMs: number | null;
  /** When the lock was last read, and from when that is too old, epoch ms; absent = it never is. */
  age?: { readAtMs: number; unreadFromMs: number };
  /** The key may not be read, rather than its node being silent; only meaningful with `silentSinceMs`. */
  isDenied?: boolean;
};
