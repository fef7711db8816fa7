/** Takes a mutex and keeps it under the watchdog (with `--lease-ms`: renews nothing). A mutex has one hold. */
import { createMutex } from '../../lib/locks';
import { runWorker } from './worker';

await runWorker(
  (redis) => createMutex({ redis }),
  async (client, { key, leaseMs }, signal) => [
    await client.acquire(key, {
      leaseMs,
      watchdog: leaseMs === undefined,
      waitMs: Number.POSITIVE_INFINITY,
      signal,
    }),
  ],
);
