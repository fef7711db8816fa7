import type { Evidence } from '../../contract/finding';
import type { Heartbeat, Since } from '../../contract/holder';
import type { TtlMs } from '../../contract/leaves';
import type { Waiters } from '../../contract/lock';
import type { ByteString } from '../keys/bytes';
import type { Collision } from './collision';
/**
 * What holds of a family usually take: the time, ms, that 99 of 100 did not exceed, of `count` that ended within the
 * `windowMs` before `atMs`. Holds that overstayed are left out, or the next one would count as usual.
 */
export type UsualHold = { p99Ms: number; count: number; windowMs: number; atMs: number };

/** A holder as one reading shows it. */
export type ReadHolder = {
  token: ByteString;
  /** Whether no successor can ever write the same token. */
  tokenUnique: boolean;
  /** Short form for a screen. */
  /** null = nothing tells who it is. */
  label: string | null;
  holdCount: number | null;
  /** Where each has a lease of its own: when it ends, 0 = it has; absent = the lock's is theirs. */
  deadlineMs?: number | 'none';
  /** It reads beside others. */
  reads?: true;
};

/** What one look at a held lock showed. Times are epoch ms on the console's clock. */
export type Reading = {
  atMs: number;
  holders: readonly ReadHolder[];
  ttlMs: TtlMs;
  /** Deadline of the key, at the latest: when the answer came plus the TTL. */
  deadlineMs: number | 'none';
  /** How much earlier the deadline may be: the time that reading took. */
  slackMs: number;
  /** Deadline written into the value; null when there is none. */
  valueDeadlineMs: number | null;
  /** The key is there and nobody has the lock: a semaphore of which no permit is out, leases that all have ended. */
  free?: boolean;
  /** Not even the key is there: only keys beside it tell of the lock, such as a queue. */
  absent?: true;
};

/** Whose turn it is while nobody has the lock: everybody else is refused. */
export type NextInLine = {
  token: ByteString;
  /** Short form for a screen. */
  label: string;
  /** When it loses its turn, epoch ms; null = never. */
  deadlineMs: number | null;
  /** Since when it has the turn and nobody was found to listen for it; null = somebody does, or it cannot be known. */
  unheardSinceMs: number | null;
  /** Of the last reading. */
  atMs: number;
};

/**
 * Below what the TTL of a holder that renews never falls: a share of its lease, or so many ms. `always` = every holder of
 * the format renews, so that a TTL below it is proof of a missed renewal; without it only those that were seen to.
 */
export type HealthyFloor = ({ share: number } | { ms: number }) & { always?: boolean };

/** A cycle of waits that a lock is part of: since when it was seen, epoch ms, and who waits for whom in it. */
export type StuckIn = { certain: boolean; sinceMs: number; evidence: readonly Evidence[] };

/** `token` was issued after `highest`, and is lower; decimal texts. */
export type FenceBack = { highest: string; token: string; sinceMs: number };

/** What several readings together tell about the present holder. */
export type LockFacts = {
  reading: Reading;
  firstSeenMs: number;
  /** When the present hold began; null = cannot be known. */
  since: Since | null;
  /** The same of each holder, by token, where there may be several. */
  sinceOf: ReadonlyMap<ByteString, Since>;
  /** Longest TTL seen for the present holder. */
  leaseMs: number | null;
  /** Of the lock's format; null = its holders do not renew. */
  healthyFloor: HealthyFloor | null;
  renewals: {
    count: number;
    lastAtMs: number | null;
    /** Times between renewals, the newest last, at most five. */
    gapsMs: readonly number[];
  };
  waiters: Waiters;
  /** Of a free lock with a queue; absent or null = anybody may take it, or it is held. */
  next?: NextInLine | null;
  /** Of the holders of the reading, in their order; null = none was read. */
  heartbeats: readonly (Heartbeat | null)[];
  /** What else the key is used for; absent = nothing is known of it. */
  collision?: Collision | null;
  /** Absent or null = it is in no cycle of waits, as far as waiters have names. */
  stuckIn?: StuckIn | null;
  /** What holds of its family take; absent or null = not known, or nobody asked. */
  usual?: UsualHold | null;
  /** A reader whose own lease ended keeps others out until it gives the lock back; absent = it does not. */
  deadReadersStay?: boolean;
  /** When the own lease of each holder ended, as far as was seen, epoch ms. */
  endedSinceOf?: ReadonlyMap<ByteString, number>;
  /** Absent or null = its fencing tokens grew, as far as was seen. */
  fenceBack?: FenceBack | null;
  /** Since when the node gives no answer; null while it answers. */
  silentSinceMs: number | null;
  /** When it was last read at all, and from when on that is too long ago, epoch ms; absent = it is never. */
  age?: { readAtMs: number; unreadFromMs: number };
  /** It is the key that may not be read, and not the node that is silent; means nothing without `silentSinceMs`. */
  isDenied?: boolean;
};
