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

const MINUTE = 60_000;
const LEASE_MS = { least: 5 * MINUTE, most: 25 * MINUTE };
/** So many are held on average, which is also how many there are from the start. */
const EVERY_MS = 10_000;
const AT_FIRST = 60;

/** Most are given back in time; some holders forget, and the lease ends it. `leftMs` = they have been held for a while. */
async function holdShortly(leftMs?: number): Promise<void> {
  const leaseMs = leftMs ?? randomInt(LEASE_MS.least, LEASE_MS.most);
  const lease = await mutex.tryAcquire(`cart:${randomInt(5_000)}:lock`, { leaseMs });
  if (!lease || Math.random() < 0.1) return;
  await pause(leaseMs * (0.5 + Math.random() * 0.4));
  await lease.release().catch(() => {}); // lost: released in the console
}

async function takeShortOnes(): Promise<never> {
  for (let i = 0; i < AT_FIRST; i++) start(randomInt(10_000, LEASE_MS.most));
  for (;;) {
    start();
    await pause(EVERY_MS * 2 * Math.random());
  }
}

function start(leftMs?: number): void {
  void holdShortly(leftMs).catch(() => {}); // the server is being stopped
}

await Promise.all([holdDeep('report:monthly:lock'), takeShortOnes()]);
