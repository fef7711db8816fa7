import { Cluster, Redis } from 'ioredis';
import type { LockRedis } from '../../lib/locks/core/arguments';
import { startCluster } from '../support/cluster';
import { startRedisServer } from '../support/redis-server';

/** Redis servers that a program and our client use together. */
export type Place = {
  /** URLs by which a program finds it. */
  nodes: string[];
  cluster: boolean;
  /** A connection of the caller's own. */
  connect(): LockRedis;
  /** EVAL and EVALSHA that were run so far, by whomever. */
  scriptsRun(): Promise<number>;
  /** Keys whose name contains `text`, sorted. */
  keysLike(text: string): Promise<string[]>;
  /** Subscriptions to channels whose name contains `text`. */
  subscriptions(text: string): Promise<{ classic: number; sharded: number }>;
  close(): Promise<void>;
};

export async function standalone(): Promise<Place> {
  const server = await startRedisServer();
  const admin = new Redis(server.url);
  return {
    ...lookingAt([admin]),
    nodes: [server.url],
    cluster: false,
    connect: () => new Redis(server.url),
    async close() {
      admin.disconnect();
      await server.close();
    },
  };
}

/** Three masters with a replica each, Redis 7: both sides choose sharded pub/sub there. */
export async function cluster(): Promise<Place> {
  const cluster = await startCluster({ masters: 3, replicasPerMaster: 1 });
  return {
    ...lookingAt(cluster.nodes.map(({ admin }) => admin)),
    nodes: cluster.nodes.map(({ url }) => url),
    cluster: true,
    connect: () => new Cluster(cluster.startupNodes),
    close: cluster.close,
  };
}

function lookingAt(admins: Redis[]): Pick<Place, 'scriptsRun' | 'keysLike' | 'subscriptions'> {
  const ask = <T>(question: (admin: Redis) => Promise<T>) => Promise.all(admins.map(question));
  return {
    async scriptsRun() {
      const infos = await ask((admin) => admin.info('commandstats'));
      return sum(
        [...infos.join().matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].map(([, calls]) => Number(calls)),
      );
    },
    async keysLike(text) {
      const names = (await ask((admin) => admin.keys(`*${text}*`))).flat();
      return [...new Set(names)].sort(); // a replica has the same
    },
    async subscriptions(text) {
      const counts = await ask(async (admin) => ({
        classic: await subscribers(admin, 'CHANNELS', 'NUMSUB', text),
        sharded: await subscribers(admin, 'SHARDCHANNELS', 'SHARDNUMSUB', text),
      }));
      return {
        classic: sum(counts.map((each) => each.classic)),
        sharded: sum(counts.map((each) => each.sharded)),
      };
    },
  };
}

async function subscribers(
  admin: Redis,
  list: 'CHANNELS' | 'SHARDCHANNELS',
  count: 'NUMSUB' | 'SHARDNUMSUB',
  text: string,
): Promise<number> {
  const channels = (await admin.call('PUBSUB', list, `*${text}*`)) as string[];
  if (channels.length === 0) return 0;
  const numbers = (await admin.call('PUBSUB', count, ...channels)) as (string | number)[];
  return sum(numbers.filter((_, i) => i % 2 === 1).map(Number));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
