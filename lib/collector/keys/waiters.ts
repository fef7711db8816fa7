import type { Redis } from 'ioredis';
import type { Waiters } from '../../contract/lock';
import type { ByteString } from '../../domain/keys/bytes';
import { NOT_COUNTED, waitersAs } from '../../domain/values/counted';
import type { Registry } from '../../formats/index';
import { fromBuffer } from '../../redis/from-buffer';
import { toWire } from '../../redis/run-script';
import type { Entry } from '../index/entry-types';
import type { LockIndex } from '../index/lock-index';
import { lacksKeys } from '../index/next-in-line';
import { inSlices } from '../index/slices';
import type { Budget } from './budget';

const BATCH = 500;

type Pubsub = { list: string; count: string };
const CLASSIC: Pubsub = { list: 'CHANNELS', count: 'NUMSUB' };
const SHARDED: Pubsub = { list: 'SHARDCHANNELS', count: 'SHARDNUMSUB' };

function isUnknown(error: unknown): boolean {
  return error instanceof Error && /^ERR unknown/i.test(error.message);
}

/** Redis' error message; null = the connection failed, which is reported elsewhere. */
function refusalOf(error: unknown): string | null {
  return error instanceof Error && error.name === 'ReplyError' ? error.message : null;
}

export type WaiterPoll = {
  /** Counts the subscribers of release channels once. Rejects when the connection fails. */
  poll(): Promise<void>;
  /** Waiters of a lock, known or not, as last counted. */
  of(key: ByteString): Waiters;
  /** The node is away: the last count no longer holds. */
  forget(): void;
  /** Release channels that have classic and sharded subscribers. */
  mixed(): ReadonlySet<ByteString>;
  /** What a missing permission costs; null = nothing. */
  note(): string | null;
  /** Clients that listened on this channel at the last count; null = not counted, or counting is denied. */
  listenersOn(channel: ByteString): number | null;
  /** Waiters of these locks at the last count; null = they cannot be counted, or were not yet. */
  total(entries: Iterable<Entry>): number | null;
};

/** A server whose subscribers are counted. */
export type WaiterSource = {
  commands: Redis;
  budget: Budget;
  /** Only for a replica: receives why its subscribers are not counted, null = they are. Other sources still count. */
  onRefused?(why: string | null): void;
};

export type WaiterOptions = {
  /** The servers that answer now; where several share the channels, each counts its own subscribers. */
  sources(): readonly WaiterSource[];
  registry: Registry;
  index: LockIndex;
  now: () => number;
  /** A client waits on this channel, which belongs to no known lock. */
  onUnknown(channel: ByteString): void;
};

/** Waiters subscribe to the release channel while they wait; subscriptions by pattern, such as ours, do not count. */
export function createWaiterPoll(options: WaiterOptions): WaiterPoll {
  const { registry, index, now } = options;
  let denied: string | null = null;
  let polledAtMs: number | null = null;
  let perKey = new Map<ByteString, number>();
  let perChannel: ReadonlyMap<ByteString, number> = new Map();
  let sharded = true;
  let mixed: ReadonlySet<ByteString> = new Set();
  /** Number of `forget` calls so far: an answer that was pending during one is about a server that is away now. */
  let forgotten = 0;

  async function channels({ commands, budget }: WaiterSource, { list }: Pubsub): Promise<ByteString[]> {
    await budget.take(registry.channelPatterns.length, true);
    const lists = await Promise.all(
      registry.channelPatterns.map((pattern) => commands.callBuffer('PUBSUB', list, pattern)),
    );
    return lists.flatMap((names) => (Array.isArray(names) ? names.map(fromBuffer) : []));
  }

  /** Adds the subscribers to `counts`, and the channels with subscribers of this kind to `heard`. */
  async function count(
    source: WaiterSource,
    pubsub: Pubsub,
    counts: Map<ByteString, number>,
    heard: Set<ByteString>,
  ): Promise<void> {
    const names = await channels(source, pubsub);
    for (let from = 0; from < names.length; from += BATCH) {
      await source.budget.take(1, true);
      const batch = names.slice(from, from + BATCH).map(toWire);
      const reply = await source.commands.callBuffer('PUBSUB', pubsub.count, ...batch);
      const list = Array.isArray(reply) ? reply : [];
      for (let i = 0; i + 1 < list.length; i += 2) {
        const name = fromBuffer(list[i]);
        counts.set(name, (counts.get(name) ?? 0) + Number(list[i + 1]));
        if (Number(list[i + 1]) > 0) heard.add(name);
      }
    }
  }

  /** Subscribers of every release channel, classic and sharded together: a client listens in one of the two ways. */
  async function subscribers(sources: readonly WaiterSource[]): Promise<Map<ByteString, number>> {
    const counts = new Map<ByteString, number>();
    const [classic, other] = [new Set<ByteString>(), new Set<ByteString>()];
    async function both(source: WaiterSource): Promise<void> {
      await count(source, CLASSIC, counts, classic);
      if (!sharded) return;
      try {
        await count(source, SHARDED, counts, other);
      } catch (error) {
        if (!isUnknown(error)) throw error;
        if (!source.onRefused) sharded = false; // a server before 7.0
      }
    }
    async function onReplica(source: WaiterSource): Promise<void> {
      const why = await both(source).then(() => null, refusalOf);
      source.onRefused?.(why);
    }
    await Promise.all(sources.map((source) => (source.onRefused ? onReplica(source) : both(source))));
    mixed = new Set([...other].filter((channel) => classic.has(channel)));
    return counts;
  }

  async function settle(counts: ReadonlyMap<ByteString, number>, seconds: number): Promise<void> {
    perKey = new Map();
    perChannel = counts;
    for (const [channel, count] of counts) {
      if (count === 0) continue;
      const candidates = registry.keysOfChannel(channel);
      const known = candidates.find((candidate) => index.get(candidate) !== undefined);
      const format = known === undefined ? undefined : index.get(known)?.recognised.format;
      if (!format || !registry.formatsOfChannel(channel).includes(format.id)) options.onUnknown(channel);
      for (const key of known === undefined ? candidates : [known])
        perKey.set(key, (perKey.get(key) ?? 0) + count);
    }
    const mine = perKey;
    await inSlices(index.entries(), (entry) => {
      if (perKey !== mine) return; // the node went away meanwhile, so this count is void
      const count = lacksKeys(entry.recognised) ? null : countOf(entry);
      if (count !== null) index.setWaiters(entry, count, seconds);
    });
  }

  /** A queue takes precedence: a subscriber may be a waiter that has not joined it yet. null = waiters leave no trace. */
  function countOf({ key, recognised: { format, decoded } }: Entry): number | null {
    if (!format.channels && !decoded.queue) return null;
    return decoded.queue?.live ?? perKey.get(key) ?? 0;
  }

  /** null where none of the locks can be counted; 0 where there are no locks. */
  function totalOf(entries: Iterable<Entry>): number | null {
    let [total, counts, known] = [0, 0, 0];
    for (const entry of entries) {
      const count = countOf(entry);
      known += 1;
      if (count === null) continue;
      counts += 1;
      total += count;
    }
    return known > 0 && counts === 0 ? null : total;
  }

  return {
    async poll() {
      const sources = options.sources();
      if (sources.length === 0) return;
      const seconds = polledAtMs === null ? 0 : Math.min(5, (now() - polledAtMs) / 1000);
      const before = forgotten;
      try {
        const counts = await subscribers(sources);
        if (forgotten !== before) return;
        denied = null;
        polledAtMs = now();
        await settle(counts, seconds);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'ReplyError') throw error;
        if (forgotten !== before) return;
        denied = `waiters are not counted: ${error.message}`;
        polledAtMs = null;
        for (const entry of index.entries())
          index.setWaiters(entry, entry.recognised.decoded.queue?.live ?? null, 0);
      }
    },
    of: (key) =>
      denied === null && polledAtMs !== null
        ? waitersAs(perKey.get(key) ?? 0, { by: 'scan', atMs: polledAtMs })
        : NOT_COUNTED,
    forget() {
      forgotten += 1;
      sharded = true; // it may come back as another server
      polledAtMs = null;
      perKey = new Map();
      mixed = new Set();
    },
    mixed: () => mixed,
    listenersOn: (channel) =>
      denied === null && polledAtMs !== null ? (perChannel.get(channel) ?? 0) : null,
    note: () => denied,
    total: (entries) => (denied === null && polledAtMs !== null ? totalOf(entries) : null),
  };
}
