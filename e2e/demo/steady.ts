/**
 * A lock three deep under a watchdog, and some hundred short ones. Argument: URL. Runs until it is ended.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createMutex, createReentrant } from '../../lib/locks';
import { aborted } from '../support/aborted';

const redis = new Redis(process.argv[2] ?? '');
const reentrant = createReentrant({ redis, app: 'nightly-jobs' });
const mutex = createMutex({ redis, app: 'nightly-jobs', watchdog: false });

async function holdDeep(key: string): Promise<never> {
  for (;;) {
    try {
      const lease = await reentrant.acquire(key, { waitMs: Number.POSITIVE_INFINITY });
      await lease.reenter();
      await lease.reenter();
      await aborted(lease.signal);
    } catch {
      // released in the console while it was being re-entered
    }
    await pause(5_000);
  }
}

/** Most are given back in time; some holders forget, and the lease ends it. */
async function holdShortly(): Promise<void> {
  const leaseMs = 3_000 + randomInt(30_000);
  const lease = await mutex.tryAcquire(`cart:${randomInt(5_000)}:lock`, { leaseMs });
  if (!lease || Math.random() < 0.1) return;
  await pause(leaseMs * (0.5 + Math.random() * 0.4));
  await lease.release().catch(() => {}); // lost: released in the console
}

async function takeShortOnes(): Promise<never> {
  for (;;) {
    void holdShortly().catch(() => {}); // the server is being stopped
    await pause(20 + randomInt(80));
  }
}

await Promise.all([holdDeep('report:monthly:lock'), takeShortOnes()]);
