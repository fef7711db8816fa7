/**
 * Takes a mutex, then does steps under it: `--url U --key K --lease-ms N`. Before each step it waits for a message from
 * Redis (a list `<key>:steps`), checks the signal of its lease as the guide says, and prints whether the check passed.
 */
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { createMutex } from '../../lib/locks';

const { values } = parseArgs({
  options: { url: { type: 'string' }, key: { type: 'string' }, 'lease-ms': { type: 'string' } },
});
const { url = '', key = '' } = values;
const print = (event: string, more = {}) =>
  process.stdout.write(`${JSON.stringify({ event, key, atMs: Date.now(), ...more })}\n`);

const [redis, steps] = [new Redis(url), new Redis(url)];
const mutex = createMutex({ redis, leaseMs: Number(values['lease-ms']), watchdog: false });
const lease = await mutex.acquire(key, { waitMs: 10_000 });
const { signal } = lease;
print('held', { token: lease.token });
try {
  for (;;) {
    await steps.blpop(`${key}:steps`, 0);
    const held = lease.isHeld;
    signal.throwIfAborted();
    print('step', { held });
  }
} catch (error) {
  print('refused', { code: (error as { code?: unknown }).code });
} finally {
  await mutex.close();
  redis.disconnect();
  steps.disconnect();
}
