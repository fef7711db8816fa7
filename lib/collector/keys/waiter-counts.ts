import type { Waiters } from '../../contract/lock';
import type { ByteString } from '../../domain/keys/bytes';
import { NOT_COUNTED, waitersAs } from '../../domain/values/counted';
import type { Entry } from '../index/entry-types';

/** One count of the subscribers of release channels. */
export type WaiterCount = {
  /** By the keys of the locks that the channels belong to. */
  perKey: ReadonlyMap<ByteString, number>;
  perChannel: ReadonlyMap<ByteString, number>;
  /** Channels with classic and sharded subscribers. */
  mixed: ReadonlySet<ByteString>;
};

/** How many clients wait, as last counted. */
export type WaiterCounts = {
  /** Waiters of a lock, known or not. */
  of(key: ByteString): Waiters;
  /** A queue takes precedence: a subscriber may be a waiter that has not joined it yet. null = waiters leave no trace. */
  ofEntry(entry: Entry): number | null;
  /** Waiters of these locks; null = they cannot be counted, or were not yet. */
  total(entries: Iterable<Entry>): number | null;
  /** Clients that listened on this channel; null = not counted, or counting is denied. */
  listenersOn(channel: ByteString): number | null;
  /** Release channels that have classic and sharded subscribers. */
  mixed(): ReadonlySet<ByteString>;
  /** What a missing permission costs; null = nothing. */
  note(): string | null;
  /** Time since the last count, ms; null = there is none. */
  ageMs(): number | null;
  take(count: WaiterCount): void;
  deny(why: string): void;
  /** The node is away: the last count no longer holds. */
  forget(): void;
  /** How often it was: an answer that was pending meanwhile is about a server that is away now. */
  timesForgotten(): number;
};

/** `now` in ms; only differences matter. */
export function createWaiterCounts(now: () => number): WaiterCounts {
  let denied: string | null = null;
  let countedAtMs: number | null = null;
  let perKey: ReadonlyMap<ByteString, number> = new Map();
  let perChannel: ReadonlyMap<ByteString, number> = new Map();
  let mixed: ReadonlySet<ByteString> = new Set();
  let timesForgotten = 0;

  function ofEntry({ key, recognised: { format, decoded } }: Entry): number | null {
    if (!format.channels && !decoded.queue) return null;
    return decoded.queue?.live ?? perKey.get(key) ?? 0;
  }

  /** null where none of the locks can be counted; 0 where there are no locks. */
  function totalOf(entries: Iterable<Entry>): number | null {
    let [total, counts, known] = [0, 0, 0];
    for (const entry of entries) {
      const count = ofEntry(entry);
      known += 1;
      if (count === null) continue;
      counts += 1;
      total += count;
    }
    return known > 0 && counts === 0 ? null : total;
  }

  return {
    of: (key) =>
      countedAtMs === null ? NOT_COUNTED : waitersAs(perKey.get(key) ?? 0, { by: 'scan', atMs: countedAtMs }),
    ofEntry,
    total: (entries) => (countedAtMs === null ? null : totalOf(entries)),
    listenersOn: (channel) => (countedAtMs === null ? null : (perChannel.get(channel) ?? 0)),
    mixed: () => mixed,
    note: () => denied,
    ageMs: () => (countedAtMs === null ? null : now() - countedAtMs),
    take(count) {
      ({ perKey, perChannel, mixed } = count);
      denied = null;
      countedAtMs = now();
    },
    deny(why) {
      denied = why;
      countedAtMs = null;
    },
    forget() {
      timesForgotten += 1;
      countedAtMs = null;
      perKey = new Map();
      mixed = new Set();
    },
    timesForgotten: () => timesForgotten,
  };
}
