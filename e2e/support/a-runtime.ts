import { loadConfig } from '../../lib/server/config';
import { createLog } from '../../lib/server/log';
import { createRuntime, type Runtime } from '../../lib/server/runtime-core';
import { until } from './redis-server';

/** A runtime that watches one Redis as target `test`, ready when this resolves; the caller closes it. */
export async function startRuntime(
  redisUrl: string,
  settings: Record<string, string> = {},
): Promise<Runtime> {
  const env = { LOCKSCOPE_REDIS_URL: redisUrl, LOCKSCOPE_TARGET_NAME: 'test', ...settings };
  const config = loadConfig(env, '/nonexistent');
  const runtime = createRuntime(config, createLog([], { write: () => {} }));
  await until('the target is live', () => runtime.nodes().every(({ state }) => state === 'live'));
  await until('acts are possible', () => runtime.all().every(({ actions }) => actions.status === 'ready'));
  return runtime;
}
