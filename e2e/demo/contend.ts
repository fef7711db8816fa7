/**
 * One of several processes that want the same locks. Arguments: URL, `reentrant` or `mutex`, then `key=seconds` for each
 * lock and how long it is held on average. Runs until it is ended.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createMutex, createReentrant } from '../../lib/locks';

const [url = '', kind = '', ...jobs] = process.argv.slice(2);
const redis = new Redis(url);
const who = { app: kind === 'mutex' ? 'invoicing' : 'order-worker' };
const locks = kind === 'mutex' ? createMutex({ redis, ...who }) : createReentrant({ redis, ...who });

async function work(key: string, meanMs: number): Promise<never> {
  for (;;) {
    try {
      await locks.using(key, { waitMs: Number.POSITIVE_INFINITY }, (signal) =>
        pause(meanMs * (0.3 + Math.random() * 1.4), undefined, { signal }),
      );
    } catch {
      // lost, since somebody released it in the console: a worker stops and tries again
    }
    await pause(meanMs * 2 * Math.random() + 200);
  }
}

await Promise.all(
  jobs.map((job) => {
    const cut = job.lastIndexOf('=');
    return work(job.slice(0, cut), Number(job.slice(cut + 1)) * 1_000);
  }),
);
