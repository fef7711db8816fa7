/**
 * Takes a lock, renews it a few times, says so on standard output and then hangs until it is killed.
 * Arguments: URL, key, lease in ms.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createReentrant } from '../../lib/locks';

const [url = '', key = '', leaseText = ''] = process.argv.slice(2);
const leaseMs = Number(leaseText);
const lease = await createReentrant({ redis: new Redis(url), app: 'export-worker' }).acquire(key, {
  leaseMs,
  watchdog: false,
  waitMs: Number.POSITIVE_INFINITY,
});
await lease.reenter({ leaseMs });
for (let i = 0; i < 4; i++) {
  await pause(2_000);
  await lease.extend(leaseMs);
}
console.log('renewed');
