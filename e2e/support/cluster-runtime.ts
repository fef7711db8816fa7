import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from 'ioredis';
import type { Runtime } from '../../lib/server/runtime/types';
import { startRuntime } from './a-runtime';
import { type RealCluster, startCluster } from './cluster';
import { until } from './redis-server';

/** A cluster, a client of it, and a console that watches it as the target `test`. */
export type ClusterRuntime = {
  cluster: RealCluster;
  redis: Cluster;
  runtime: Runtime;
  /** Once the console follows a master of each third of the slots. */
  followed(): Promise<unknown>;
  /** Whether this token alone has the reentrant lock, and for no longer than its lease. */
  isWhole(key: string, token: string, leaseMs: number): Promise<boolean>;
  close(): Promise<void>;
};

const MASTERS = 3;

/** Of three masters. The console is given the first node alone, and finds the rest. */
export async function startClusterRuntime(replicasPerMaster: number): Promise<ClusterRuntime> {
  const cluster = await startCluster({ masters: MASTERS, replicasPerMaster });
  const redis = new Cluster(cluster.startupNodes);
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-cluster-'));
  const file = join(folder, 'config.json');
  const nodes = cluster.nodes.slice(0, 1).map(({ port }) => `redis://127.0.0.1:${port}`);
  await writeFile(file, JSON.stringify({ targets: [{ name: 'test', topology: 'cluster', nodes }] }));
  const runtime = await startRuntime({ LOCKSCOPE_CONFIG: file });
  return {
    ...{ cluster, redis, runtime },
    followed: () =>
      until('the console follows the new master', () => {
        const live = runtime.nodes().filter(({ state }) => state === 'live');
        return live.length >= MASTERS;
      }),
    async isWhole(key, token, leaseMs) {
      const [fields, ttlMs] = [await redis.hkeys(key), await redis.pttl(key)];
      return fields.join() === token && ttlMs <= leaseMs;
    },
    async close() {
      await runtime.close();
      redis.disconnect();
      await cluster.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
