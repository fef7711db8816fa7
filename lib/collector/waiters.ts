import type { Redis } from 'ioredis';
import type { ByteString } from '../domain/bytes';
import type { Waiters } from '../domain/lock';
import { fromBuffer } from '../redis/from-buffer';
import { toWire } from '../redis/run-script';
import type { Budget } from './budget';
import type { LockIndex } from './lock-index';
import { CHANNEL_PATTERNS, keysOfChannel } from './release-channels';

const BATCH = 500;

export type WaiterPoll = {
  /** Counts the subscribers of release channels once. Rejects when the connection fails. */
  poll(): Promise<void>;
  /** Waiters of a lock, known or not, as last counted. */
  of(key: ByteString): Waiters;
  /** The node is away: what was counted is no longer true. */
  forget(): void;
  /** What a missing permission costs; null = nothing. */
  note(): string | null;
  /** Waiters of all locks as last counted; null = they cannot be counted, or were not yet. */
  total(): number | null;
};

export type WaiterOptions = {
  redis: Redis;
  index: LockIndex;
  budget: Budget;
  now: () => number;
  /** Somebody waits for a lock we do not know: it has one of these names. */
  onUnknown(candidates: ByteString[]): void;
};

/** Waiters subscribe to the release channel while they wait; subscriptions by pattern, such as ours, do not count. */
export function createWaiterPoll(options: WaiterOptions): WaiterPoll {
  const { redis, index, budget, now } = options;
  let denied: string | null = null;
  let polledAtMs: number | null = null;
  let total = 0;
  let perKey = new Map<ByteString, number>();

  async function channels(): Promise<ByteString[]> {
    await budget.take(CHANNEL_PATTERNS.length, true);
    const lists = await Promise.all(
      CHANNEL_PATTERNS.map((pattern) => redis.callBuffer('PUBSUB', 'CHANNELS', pattern)),
    );
    return lists.flatMap((list) => (Array.isArray(list) ? list.map(fromBuffer) : []));
  }

  async function subscribers(names: ByteString[]): Promise<Map<ByteString, number>> {
    const counts = new Map<ByteString, number>();
    for (let from = 0; from < names.length; from += BATCH) {
      await budget.take(1, true);
      const batch = names.slice(from, from + BATCH).map(toWire);
      const reply = await redis.callBuffer('PUBSUB', 'NUMSUB', ...batch);
      const list = Array.isArray(reply) ? reply : [];
      for (let i = 0; i + 1 < list.length; i += 2) counts.set(fromBuffer(list[i]), Number(list[i + 1]));
    }
    return counts;
  }

  function settle(counts: ReadonlyMap<ByteString, number>, seconds: number): void {
    perKey = new Map();
    for (const [channel, count] of counts) {
      if (count === 0) continue;
      const candidates = keysOfChannel(channel);
      const known = candidates.find((candidate) => index.get(candidate) !== undefined);
      if (known === undefined) options.onUnknown(candidates);
      for (const key of known === undefined ? candidates : [known])
        perKey.set(key, (perKey.get(key) ?? 0) + count);
    }
    total = 0;
    for (const entry of index.entries()) {
      const { format, decoded } = entry.recognised;
      // A queue says who waits; a subscriber may be a waiter that has not joined it yet.
      if (!format.channels && !decoded.queue) continue;
      const count = decoded.queue?.live ?? perKey.get(entry.key) ?? 0;
      total += count;
      index.setWaiters(entry, count, seconds);
    }
  }

  return {
    async poll() {
      const seconds = polledAtMs === null ? 0 : Math.min(5, (now() - polledAtMs) / 1000);
      try {
        const counts = await subscribers(await channels());
        denied = null;
        polledAtMs = now();
        settle(counts, seconds);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'ReplyError') throw error;
        denied = `waiters are not counted: ${error.message}`;
        polledAtMs = null;
        for (const entry of index.entries()) index.setWaiters(entry, null, 0);
      }
    },
    of: (key) =>
      denied === null && polledAtMs !== null
        ? { count: perKey.get(key) ?? 0, known: { by: 'scan', atMs: polledAtMs } }
        : { count: null, known: null },
    forget() {
      polledAtMs = null;
      perKey = new Map();
    },
    note: () => denied,
    total: () => (denied === null && polledAtMs !== null ? total : null),
  };
}
