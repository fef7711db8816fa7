import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Runtime } from '../../lib/server/runtime/types';
import { startRuntime } from './a-runtime';
import { type RedisServer, startRedisServer } from './redis-server';

export type RedlockRuntime = {
  /** Three independent masters; tests may kill some of them, and put others in their place. */
  servers: RedisServer[];
  nodes: Redis[];
  /** Watches them as one target, `test`. */
  runtime: Runtime;
  close(): Promise<void>;
};

/** A runtime on a Redlock group of its own; `args` are of each server. */
export async function startRedlockRuntime(args: string[] = []): Promise<RedlockRuntime> {
  const servers = await Promise.all(Array.from({ length: 3 }, () => startRedisServer(args)));
  const nodes = servers.map(({ port }) => new Redis(port, '127.0.0.1', { retryStrategy: () => 50 }));
  for (const redis of nodes) redis.on('error', () => {}); // some are killed
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-redlock-'));
  const file = join(folder, 'config.json');
  const target = { name: 'test', topology: 'redlock', nodes: servers.map(({ url }) => url) };
  await writeFile(file, JSON.stringify({ targets: [target] }));
  const runtime = await startRuntime({ LOCKSCOPE_CONFIG: file });
  return {
    servers,
    nodes,
    runtime,
    async close() {
      await runtime.close();
      for (const redis of nodes) redis.disconnect();
      await Promise.all(servers.map((server) => server.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
