/**
 * Waits for a mutex that another holds, releases it and closes its Redis client, not the lock client: `--url U --key K`.
 * Then nothing is left to do, and the process ends by itself.
 */
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { createMutex } from '../../lib/locks';

const { values } = parseArgs({ options: { url: { type: 'string' }, key: { type: 'string' } } });
const { url = '', key = '' } = values;
const print = (event: string) =>
  process.stdout.write(`${JSON.stringify({ event, key, atMs: Date.now() })}\n`);

const redis = new Redis(url);
const mutex = createMutex({ redis });
const lease = await mutex.acquire(key, {
  waitMs: Number.POSITIVE_INFINITY,
  onWaiting: () => print('waiting'),
});
await lease.release();
await redis.quit();
print('closed');
