import { stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import type { RedisServer } from '../support/redis-server';
import { timed } from './chronicle';
import type { Moment } from './truth';

/** What a server has to be started with, so that locks survive its end. */
export const DURABLE = ['--appendonly', 'yes', '--auto-aof-rewrite-percentage', '0'];

/** The file that the server appends every write to. */
async function appendedFile(redis: Redis): Promise<string> {
  const [, dir = ''] = (await redis.config('GET', 'dir')) as string[];
  const [, folder = ''] = (await redis.config('GET', 'appenddirname')) as string[];
  return join(dir, folder, 'appendonly.aof.1.incr.aof');
}

/**
 * Ends the server as a power failure does: what was written since `last` began never reached the disk, and `last` resolves
 * when the server should go. It is away for `awayMs`.
 */
export async function failPower(
  server: RedisServer,
  redis: Redis,
  awayMs: number,
  last: () => Promise<void>,
): Promise<{ killed: Moment; served: Moment }> {
  const file = await appendedFile(redis);
  const { size } = await stat(file);
  await last();
  const [, killed] = await timed(() => server.stop('SIGKILL'));
  await truncate(file, size);
  await new Promise((resolve) => setTimeout(resolve, awayMs));
  const [, served] = await timed(() => server.start());
  return { killed, served };
}
