import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { kinds } from '../faults/kinds';
import { createMutex, type Lease, lockEvents } from '../index';

const own = fileServer();
const { opened, closers } = closing();

async function connected(): Promise<Redis> {
  const redis = opened(own.redis.duplicate());
  await redis.ping();
  return redis;
}

async function taken(redis: Redis, count: number, options = {}): Promise<Lease[]> {
  const mutex = opened(createMutex({ redis, heartbeat: false, ...options }));
  const leases = await Promise.all(Array.from({ length: count }, () => mutex.tryAcquire(randomUUID())));
  return leases.map((lease) => {
    if (!lease) throw new Error('the key of a test must be free');
    return lease;
  });
}

/** Calls `then` each time a renewal was sent over `redis`, with how many there were so far. */
function onRenewal(redis: Redis, then: (count: number) => void): void {
  const send = redis.eval.bind(redis) as (...args: unknown[]) => Promise<unknown>;
  let count = 0;
  redis.eval = ((...args: unknown[]) => {
    const answer = send(...args);
    then(++count);
    return answer;
  }) as Redis['eval'];
}

/** Synchronous work: the event loop stands still. */
function work(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

const LOCKS = 6;
const LEASE_MS = 3_000;
const WORK_MS = 2_400;
const moments: [string, (redis: Redis, begin: () => void) => void][] = [
  [
    'in the turn that sends them',
    (redis, begin) => onRenewal(redis, (n) => n === LOCKS && process.nextTick(begin)),
  ],
  ['in the turn after it', (redis, begin) => onRenewal(redis, (n) => n === LOCKS && setImmediate(begin))],
  [
    'at their first answer',
    (redis, begin) => {
      let sent = 0;
      onRenewal(redis, (n) => {
        sent = n;
      });
      closers.push(lockEvents.renew.listen(() => sent >= LOCKS && begin()));
    },
  ],
];

describe('the event loop is blocked for 2.4 s right behind the renewals of six leases of 3 s', () => {
  test.each(moments)('%s: none is lost', async (_, at) => {
    const redis = await connected();
    await redis.script('FLUSH', 'SYNC'); // a server that does not know the script, as after a restart
    const leases = await taken(redis, LOCKS, { leaseMs: LEASE_MS, watchdog: true });
    const firstEndsMs = Math.max(...leases.map(({ expiresAtMs }) => expiresAtMs));
    let blocked = 0;
    at(redis, () => {
      if (blocked++ === 0) work(WORK_MS);
    });
    await until(
      'the leases as they were renewed then have ended too',
      () => Date.now() > firstEndsMs + LEASE_MS,
    );
    expect(blocked).toBeGreaterThan(0);
    expect(leases.filter(({ signal }) => signal.aborted).length).toBe(0);
    expect(await redis.exists(...leases.map(({ key }) => key))).toBe(LOCKS);
  });
});

describe('synchronous work right behind two releases', () => {
  /** Works until a thread saw that `key` is gone, for 10 s at most; gives whether it was. */
  async function seenGone(key: string, act: () => unknown): Promise<boolean> {
    const gone = new Int32Array(new SharedArrayBuffer(4));
    const file = new URL('../../../e2e/workers/watch-gone.mjs', import.meta.url);
    const watcher = new Worker(file, { workerData: { url: own.server.url, key, gone } });
    closers.push(() => watcher.terminate());
    await once(watcher, 'message');
    const acting = act();
    const result = Atomics.wait(gone, 0, 0, 10_000); // this thread stands still
    await acting;
    return result !== 'timed-out';
  }

  test('does not keep the second lock from being free', async () => {
    const redis = await connected();
    const [first, second] = (await taken(redis, 2)) as [Lease, Lease];
    await (await taken(redis, 1))[0]?.release(); // the server knows the script
    expect(
      await seenGone(second.key.toString(), () => Promise.all([first.release(), second.release()])),
    ).toBe(true);
  });

  test("does not keep the application's own command on that connection back", async () => {
    const redis = await connected();
    const [first, second] = (await taken(redis, 2)) as [Lease, Lease];
    const key = randomUUID();
    await redis.set(key, 'of the application');
    const act = () => Promise.all([first.release(), second.release(), redis.del(key)]);
    expect(await seenGone(key, act)).toBe(true);
  });
});

test.each(kinds)(
  '$name: the stream of the caller is never corked, and has each command when the call that sends it returns',
  async ({ create }) => {
    const redis = await connected();
    const lock = opened(create({ redis, heartbeat: false }));
    const { stream } = redis as unknown as { stream: import('node:net').Socket };
    const corks: unknown[] = [];
    const cork = stream.cork.bind(stream);
    stream.cork = () => void corks.push(cork());
    const sent = () => stream.bytesWritten + stream.writableLength;
    /** What `call` gives; when it returned, each of its ten commands had been sent. */
    async function sending<T>(call: () => Promise<T>[]): Promise<T[]> {
      const before = sent();
      const calls = call();
      expect(stream.writableCorked).toBe(0);
      expect(sent() - before).toBeGreaterThan(10 * '*5 $3 SET PX NX'.length);
      return Promise.all(calls);
    }
    const leases = await sending(() => Array.from({ length: 10 }, () => lock.tryAcquire(randomUUID())));
    await sending(() => leases.map(async (lease) => lease?.release()));
    expect(corks).toEqual([]);
  },
);
