/** Takes a reentrant lock, `--hold-count` times, and keeps it under the watchdog (with `--lease-ms`: renews nothing). */
import { createReentrant } from '../../lib/locks';
import { runWorker } from './worker';

await runWorker(
  (redis) => createReentrant({ redis }),
  async (client, { key, leaseMs, holdCount }, signal) => {
    const watchdog = leaseMs === undefined;
    const first = await client.acquire(key, { leaseMs, watchdog, waitMs: Number.POSITIVE_INFINITY, signal });
    const leases = [first];
    while (leases.length < holdCount) leases.push(await first.reenter({ leaseMs, signal }));
    return leases;
  },
);
