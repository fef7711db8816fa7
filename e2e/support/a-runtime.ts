import { Redis } from 'ioredis';
import { afterAll, beforeAll } from 'vitest';
import { loadConfig } from '../../lib/server/config/config';
import { createLog } from '../../lib/server/record/log';
import type { Runtime } from '../../lib/server/runtime/types';
import { createRuntime } from '../../lib/server/start/runtime-core';
import { fileRedis } from './file-redis';
import { until } from './redis-server';

/**
 * A runtime that watches one Redis as target `test`, or what the settings alone say; ready when this resolves. The caller
 * closes it.
 */
export async function startRuntime(
  redis: string | Record<string, string>,
  settings: Record<string, string> = {},
  now: () => number = Date.now,
): Promise<Runtime> {
  const env =
    typeof redis === 'string'
      ? { LOCKSCOPE_REDIS_URL: redis, LOCKSCOPE_TARGET_NAME: 'test', ...settings }
      : redis;
  const config = loadConfig({ LOCKSCOPE_HISTORY_URL: 'memory:', ...env }, '/nonexistent');
  const runtime = createRuntime(config, createLog([], { write: () => {} }), now);
  await until('the target is live', () => runtime.nodes().every(({ state }) => state === 'live'));
  await until('acts are possible', () => runtime.all().every(({ actions }) => actions.status === 'ready'));
  return runtime;
}

export type FileRuntime = { readonly runtime: Runtime; readonly redis: Redis; readonly redisUrl: string };

/** One on a Redis of the file's own, there once the tests of the file run, and a connection to that Redis. */
export async function fileRuntime(): Promise<FileRuntime> {
  const redisUrl = await fileRedis();
  const redis = new Redis(redisUrl);
  let runtime: Runtime;
  beforeAll(async () => {
    runtime = await startRuntime(redisUrl);
  });
  afterAll(async () => {
    redis.disconnect();
    await runtime.close();
  });
  return {
    redis,
    redisUrl,
    get runtime() {
      return runtime;
    },
  };
}
