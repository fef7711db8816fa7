import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { familyOf } from '../../../lib/domain/keys/family';
import { mutexTokens } from '../../../lib/domain/keys/mutex-token';
import {
  channelOf,
  fairDeadlinesOf,
  fairQueueOf,
  readTimeoutPrefixOf,
} from '../../../lib/domain/keys/redisson-names';
import { familyHolds, familyName } from '../../../lib/history/queries/family-holds';
import { createFenced, createMutex } from '../../../lib/locks';
import { until } from '../redis-server';
import { takeNested } from '../taking-turns';
import { startWorker } from '../worker';
import type { Stage } from './stage';
import type { FindingStory, Stories } from './story';

const LEASE_MS = 60_000;

type Watched = Awaited<ReturnType<Stage['watched']>>;

/** As Redisson's RLock without a watchdog. */
async function holdHash({ redis }: Watched, key: string, leaseMs: number): Promise<void> {
  await redis.multi().hset(key, `${randomUUID()}:47`, 1).pexpire(key, leaseMs).exec();
}

/** Listens for the release as a waiter does; `told` = how many were heard of. */
async function waitFor({ connect }: Watched, key: string): Promise<{ told: number }> {
  const heard = { told: 0 };
  const waiter = connect();
  waiter.on('message', () => {
    heard.told += 1;
  });
  await waiter.subscribe(channelOf(key));
  return heard;
}

/** Renews the lock a few times, and then no more. */
async function renewAtFirst({ redis }: Watched, { key, lock }: Stage): Promise<void> {
  await until('the lock', () => lock());
  for (let i = 1; i <= 3; i++) {
    const seen = lock()?.renewal.count ?? 0;
    await redis.pexpire(key, LEASE_MS + i * 1_000);
    await until('the renewal', () => (lock()?.renewal.count ?? 0) > seen);
  }
}

const noTtl: FindingStory = async (stage) => {
  const { redis } = await stage.watched();
  await redis.set(stage.key, randomUUID(), 'NX');
  return stage.release;
};

const identifiesNobody: FindingStory = async ({ watched, key }) => {
  const { redis } = await watched();
  await redis.set(key, '1', 'PX', LEASE_MS, 'NX');
  return async () => {
    await redis.del(key);
    await redis.set(key, randomUUID(), 'PX', LEASE_MS, 'NX');
  };
};

const expiredByValue: FindingStory = async (stage) => {
  const { redis } = await stage.watched();
  await redis.setnx(stage.key, Date.now() + 1_000);
  return stage.release;
};

const renewalLate: FindingStory = async (stage) => {
  const on = await stage.watched();
  await on.redis.set(stage.key, randomUUID(), 'PX', LEASE_MS, 'NX');
  await renewAtFirst(on, stage);
  return stage.release;
};

const waitersBehindLateHolder: FindingStory = async (stage) => {
  const on = await stage.watched();
  await holdHash(on, stage.key, LEASE_MS);
  const heard = await waitFor(on, stage.key);
  await renewAtFirst(on, stage);
  return async () => {
    await stage.release();
    await until('the waiter is woken', () => heard.told === 1);
  };
};

const renewalMissed: FindingStory = async (stage) => {
  stage.key = `bull:${randomUUID()}:17:lock`;
  const { redis } = await stage.watched();
  // A worker of BullMQ renews at half of its lease.
  await redis.set(stage.key, `${randomUUID()}:0`, 'PX', 12_000);
  return () => stage.extend(LEASE_MS);
};

const lapsesWithWaiters: FindingStory = async (stage) => {
  const on = await stage.watched();
  await holdHash(on, stage.key, 12_000);
  await waitFor(on, stage.key);
  return () => stage.extend(LEASE_MS);
};

const holderGone: FindingStory = async (stage) => {
  const { server } = await stage.watched();
  const worker = startWorker('hold-reentrant', { url: server.url, key: stage.key, 'lease-ms': 600_000 });
  stage.context.onTestFinished(() => worker.kill('SIGKILL'));
  await worker.event('held');
  await until('it is proven alive', () => stage.lock()?.holders[0]?.verdict === 'alive');
  await worker.kill('SIGKILL');
  return stage.release;
};

const keyCollision: FindingStory = async ({ watched, key }) => {
  const { redis } = await watched();
  const tokenOf = mutexTokens({ processId: randomUUID(), host: 'web-1', pid: 31 });
  const stranger = `${randomUUID()}:47`;
  await redis.set(key, tokenOf(1), 'PX', LEASE_MS);
  await redis.rpush(fairQueueOf(key), stranger);
  await redis.zadd(fairDeadlinesOf(key), Date.now() + LEASE_MS, stranger);
  return () => redis.del(fairQueueOf(key), fairDeadlinesOf(key));
};

const fencingWentBack: FindingStory = async (stage) => {
  const { key, watched } = stage;
  const { redis } = await watched();
  const fenced = createFenced({ redis, leaseMs: LEASE_MS });
  stage.context.onTestFinished(() => fenced.close());
  const counter = `redisson_lock_token:{${key}}`;
  for (let i = 0; i < 4; i++) await (await fenced.acquire(key, { waitMs: 0 })).release();
  const fifth = await fenced.acquire(key, { waitMs: 0 });
  await until('its token is known', () => stage.lock()?.fencingToken === '5');
  await fifth.release();
  await redis.del(counter);
  const first = await fenced.acquire(key, { waitMs: 0 });
  return async () => {
    await first.release();
    await redis.set(counter, '5');
    await fenced.acquire(key, { waitMs: 0 });
  };
};

const overstaying: FindingStory = async (stage) => {
  const own = await stage.server();
  const runtime = await stage.watch(own.server.url);
  const redis = own.connect();
  const others = Array.from({ length: 120 }, () => `order:${randomUUID()}:lock`);
  const all = (of: (pipeline: ReturnType<Redis['pipeline']>, key: string) => unknown) => {
    const pipeline = redis.pipeline();
    for (const key of others) of(pipeline, key);
    return pipeline.exec();
  };
  await all((pipeline, key) => pipeline.set(key, randomUUID(), 'PX', 600_000));
  await until('they are held', () => runtime.locks().length === others.length);
  await all((pipeline, key) => pipeline.del(key));
  const family = { target: 'test', family: familyOf(stage.key) };
  await until('history knows how long', async () => {
    const holds = await familyHolds(runtime.archive.db, [family], Date.now() - 3_600_000, Date.now());
    return (holds.get(familyName(family))?.count ?? 0) >= others.length;
  });
  const client = createMutex({ redis, leaseMs: 3_000 });
  stage.context.onTestFinished(() => client.close());
  await client.acquire(stage.key, { waitMs: 0 });
  return stage.release;
};

/** Two threads take both locks, each in its own order, and never at once; then the same way round for a week. */
const lockOrder: FindingStory = async (stage) => {
  const { redis, connect } = await stage.watched();
  const threads = [
    { redis, token: `${randomUUID()}:47` },
    { redis: connect(), token: `${randomUUID()}:48` },
  ];
  const other = `stock:${randomUUID()}:lock`;
  for (let turn = 0; turn < 3; turn++) {
    for (const [i, thread] of threads.entries())
      await takeNested(thread, i === 0 ? [stage.key, other] : [other, stage.key], 200);
  }
  await redis
    .multi()
    .hset(stage.key, threads[0]?.token ?? '', 1)
    .pexpire(stage.key, 600_000)
    .exec();
  return async () => {
    await redis.del(stage.key);
    stage.pass(8 * 86_400_000);
    for (const thread of threads) await takeNested(thread, [stage.key, other], 200);
    await redis.multi().hset(stage.key, `${randomUUID()}:47`, 1).pexpire(stage.key, 600_000).exec();
  };
};

/** Two read, and the lease of one ends. */
const zombieReader: FindingStory = async (stage) => {
  const { redis } = await stage.watched();
  const [dead, living] = [`${randomUUID()}:47`, `${randomUUID()}:48`];
  const { key } = stage;
  await redis
    .multi()
    .hset(key, 'mode', 'read', dead, 1, living, 1)
    .pexpire(key, 600_000)
    .set(`${readTimeoutPrefixOf(key, living)}:1`, 1, 'PX', 600_000)
    .set(`${readTimeoutPrefixOf(key, dead)}:1`, 1, 'PX', 1_000)
    .exec();
  return stage.release;
};

export const ofHolders = {
  'no-ttl': noTtl,
  'identifies-nobody': identifiesNobody,
  'expired-by-value': expiredByValue,
  'renewal-late': renewalLate,
  'renewal-missed': renewalMissed,
  'waiters-behind-late-holder': waitersBehindLateHolder,
  'lapses-with-waiters': lapsesWithWaiters,
  'holder-gone': holderGone,
  'key-collision': keyCollision,
  'fencing-went-back': fencingWentBack,
  overstaying,
  'zombie-reader': zombieReader,
  'lock-order': lockOrder,
} satisfies Stories;
