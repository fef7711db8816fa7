import type { Redis } from 'ioredis';
import type { ByteString } from '../../domain/keys/bytes';
import type { Registry } from '../../formats/index';
import { fromBuffer } from '../../redis/from-buffer';
import { toWire } from '../../redis/run-script';
import type { LockIndex } from '../index/lock-index';
import { lacksKeys } from '../index/next-in-line';
import { inSlices } from '../index/slices';
import type { Budget } from './budget';
import type { WaiterCount, WaiterCounts } from './waiter-counts';

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

type WaiterPoll = {
  /** Counts the subscribers of release channels once. Rejects when the connection fails. */
  poll(): Promise<void>;
};

/** A server whose subscribers are counted. */
export type WaiterSource = {
  commands: Redis;
  budget: Budget;
  /** Only for a replica: receives why its subscribers are not counted, null = they are. Other sources still count. */
  onRefused?(why: string | null): void;
};

type WaiterOptions = {
  counts: WaiterCounts;
  /** The servers that answer now; where several share the channels, each counts its own subscribers. */
  sources(): readonly WaiterSource[];
  registry: Registry;
  index: LockIndex;
  /** A client waits on this channel, which belongs to no known lock. */
  awaited(channel: ByteString): void;
};

/** Waiters subscribe to the release channel while they wait; subscriptions by pattern, such as ours, do not count. */
export function createWaiterPoll(options: WaiterOptions): WaiterPoll {
  const { counts, registry, index } = options;
  /** Whether the servers know sharded channels, as far as they were asked since they were last away. */
  let sharded = { is: true, asOf: counts.timesForgotten() };

  async function channels({ commands, budget }: WaiterSource, { list }: Pubsub): Promise<ByteString[]> {
    await budget.take(registry.channelPatterns.length, true);
    const lists = await Promise.all(
      registry.channelPatterns.map((pattern) => commands.callBuffer('PUBSUB', list, pattern)),
    );
    return lists.flatMap((names) => (Array.isArray(names) ? names.map(fromBuffer) : []));
  }

  /** Adds the subscribers to `sums`, and the channels with subscribers of this kind to `used`. */
  async function count(
    source: WaiterSource,
    pubsub: Pubsub,
    sums: Map<ByteString, number>,
    used: Set<ByteString>,
  ): Promise<void> {
    const names = await channels(source, pubsub);
    for (let from = 0; from < names.length; from += BATCH) {
      await source.budget.take(1, true);
      const batch = names.slice(from, from + BATCH).map(toWire);
      const reply = await source.commands.callBuffer('PUBSUB', pubsub.count, ...batch);
      const list = Array.isArray(reply) ? reply : [];
      for (let i = 0; i + 1 < list.length; i += 2) {
        const name = fromBuffer(list[i]);
        sums.set(name, (sums.get(name) ?? 0) + Number(list[i + 1]));
        if (Number(list[i + 1]) > 0) used.add(name);
      }
    }
  }

  /** Subscribers of every release channel, classic and sharded together: a client listens in one of the two ways. */
  async function subscribers(sources: readonly WaiterSource[]): Promise<Omit<WaiterCount, 'perKey'>> {
    const perChannel = new Map<ByteString, number>();
    const [classic, other] = [new Set<ByteString>(), new Set<ByteString>()];
    async function both(source: WaiterSource): Promise<void> {
      await count(source, CLASSIC, perChannel, classic);
      if (!sharded.is) return;
      try {
        await count(source, SHARDED, perChannel, other);
      } catch (error) {
        if (!isUnknown(error)) throw error;
        if (!source.onRefused) sharded.is = false; // a server before 7.0
      }
    }
    async function onReplica(source: WaiterSource): Promise<void> {
      const why = await both(source).then(() => null, refusalOf);
      source.onRefused?.(why);
    }
    await Promise.all(sources.map((source) => (source.onRefused ? onReplica(source) : both(source))));
    return { perChannel, mixed: new Set([...other].filter((channel) => classic.has(channel))) };
  }

  /** To which locks the subscribers belong. */
  function keysOf(perChannel: WaiterCount['perChannel']): Map<ByteString, number> {
    const perKey = new Map<ByteString, number>();
    for (const [channel, count] of perChannel) {
      if (count === 0) continue;
      const candidates = registry.keysOfChannel(channel);
      const known = candidates.find((candidate) => index.get(candidate) !== undefined);
      const format = known === undefined ? undefined : index.get(known)?.recognised.format;
      if (!format || !registry.formatsOfChannel(channel).includes(format.id)) options.awaited(channel);
      for (const key of known === undefined ? candidates : [known])
        perKey.set(key, (perKey.get(key) ?? 0) + count);
    }
    return perKey;
  }

  return {
    async poll() {
      const sources = options.sources();
      if (sources.length === 0) return;
      const before = counts.timesForgotten();
      // A server that was away may come back as another one.
      if (sharded.asOf !== before) sharded = { is: true, asOf: before };
      const seconds = Math.min(5, (counts.ageMs() ?? 0) / 1000);
      const isVoid = () => counts.timesForgotten() !== before;
      try {
        const counted = await subscribers(sources);
        if (isVoid()) return;
        counts.take({ ...counted, perKey: keysOf(counted.perChannel) });
        await inSlices(index.entries(), (entry) => {
          if (isVoid()) return;
          const count = lacksKeys(entry.recognised) ? null : counts.ofEntry(entry);
          if (count !== null) index.setWaiters(entry, count, seconds);
        });
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'ReplyError') throw error;
        if (isVoid()) return;
        counts.deny(`waiters are not counted: ${error.message}`);
        for (const entry of index.entries())
          index.setWaiters(entry, entry.recognised.decoded.queue?.live ?? null, 0);
      }
    },
  };
}
