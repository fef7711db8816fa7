/** Waits for a reentrant lock, says `waiting` once it listens on the release channel, and keeps the lock once it has it. */
import { createReentrant } from '../../lib/locks';
import { runWorker, say } from './worker';

await runWorker(
  (redis) => createReentrant({ redis }),
  async (client, { key, leaseMs }, signal) => {
    const onWaiting = () => say({ event: 'waiting', key, atMs: Date.now() });
    const watchdog = leaseMs === undefined;
    const waitMs = Number.POSITIVE_INFINITY;
    return [await client.acquire(key, { leaseMs, watchdog, waitMs, signal, onWaiting })];
  },
);
