import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { RunningConsole } from './console';
import { until } from './redis-server';

const LEASE_MS = 600_000;

/** What a killed process left: locks of Redisson's kind, one thread each, known to the console. */
export async function killedProcess(
  redis: Redis,
  { url }: Pick<RunningConsole, 'url'>,
  count: number,
  name = 'cart',
  limitMs?: number,
) {
  const instance = randomUUID();
  const keys = Array.from({ length: count }, (_, at) => `${name}:{${7_000 + at}}:lock`);
  const lines = redis.pipeline();
  for (const [at, key] of keys.entries()) lines.hset(key, `${instance}:${at + 1}`, 1).pexpire(key, LEASE_MS);
  await lines.exec();
  const ref = `instance:${instance}`;
  await until(
    'all of them are known',
    async () => {
      const answer = await fetch(`${url}/api/holders/${encodeURIComponent(ref)}`);
      const { locks } = (await answer.json()) as { locks: unknown[] };
      return locks.length === count;
    },
    limitMs,
  );
  return { keys, ref, instance };
}
