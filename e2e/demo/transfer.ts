/**
 * One of two processes that take the same two locks in opposite order, and so wait for each other. Arguments: URL, label,
 * the first key, the second. Runs until it is ended; a release in the console lets the other one go on.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createFair } from '../../lib/locks';

const [url = '', label = '', first = '', second = ''] = process.argv.slice(2);
const locks = createFair({ redis: new Redis(url), app: 'ledger', label });
const waitMs = Number.POSITIVE_INFINITY;

for (;;) {
  try {
    await locks.using(first, { waitMs }, async (signal) => {
      await pause(2_000, undefined, { signal });
      await locks.using(second, { waitMs, signal }, () => pause(1_000));
    });
  } catch {
    // lost, since somebody released it in the console: the transfer is begun anew
  }
  await pause(20_000);
}
