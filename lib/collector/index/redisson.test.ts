import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { waitingFor } from '../../../e2e/support/a-lock';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { statusOf, watchesOn } from '../../../e2e/support/watch';
import {
  channelOf,
  fairDeadlinesOf,
  fairQueueOf,
  fenceOf,
  latchChannelOf,
  permitDeadlinesOf,
  readHoldsBaseOf,
  readTimeoutPrefixOf,
  rwChannelOf,
  semaphoreChannelOf,
} from '../../domain/keys/redisson-names';
import { runScript } from '../../redis/run-script';
import { scripts } from '../../redis/scripts.generated';

const own = fileServer();
const { watching } = watchesOn(() => own.server.url);

const newKey = () => `orders:${randomUUID()}`;
const newOwner = () => `${randomUUID()}:47`;

async function lockWith(key: string, owner: string) {
  await own.redis.multi().hset(key, owner, 1).pexpire(key, 60_000).exec();
}

async function queue(key: string, owner: string, deadlineMs: number) {
  await own.redis.multi().rpush(fairQueueOf(key), owner).zadd(fairDeadlinesOf(key), deadlineMs, owner).exec();
}

async function give(key: string, id: Buffer, leaseMs: number) {
  await own.redis
    .multi()
    .decr(key)
    .zadd(permitDeadlinesOf(key), Date.now() + leaseMs, id)
    .exec();
}

/** A client that waits on this channel. */
async function listening(channel: string) {
  const waiter = own.redis.duplicate();
  await waiter.subscribe(channel);
  return waiter;
}

test('a queue makes a lock a fair one: the live wait, and who was not heard of in time is a ghost', async () => {
  const key = newKey();
  await lockWith(key, newOwner());
  await queue(key, newOwner(), Date.now() - 1_000);
  await queue(key, newOwner(), Date.now() + 3_000);
  await queue(key, newOwner(), Date.now() + 600_000);
  const { lock, problems } = await watching();
  await until('the queue is seen', () => lock(key)?.kind === 'fair');
  expect(lock(key)).toMatchObject({ ghosts: 1, waiters: { count: 2 }, state: 'contended' });
  await until('one more is a ghost', () => lock(key)?.ghosts === 2);
  expect(lock(key)).toMatchObject({ waiters: { count: 1 } });
  await queue(key, newOwner(), Date.now() + 600_000);
  await until('one joined', () => waitingFor(lock(key)) === 2);
  await own.redis.del(fairQueueOf(key), fairDeadlinesOf(key));
  await until('the queue is gone', () => lock(key)?.ghosts === null);
  expect(lock(key)).toMatchObject({ kind: 'fair' });
  expect(problems).toEqual([]);
});

test('the counter beside it makes a lock a fenced one, and every new token is told', async () => {
  const key = newKey();
  await lockWith(key, newOwner());
  const { lock } = await watching();
  await until('the lock', () => lock(key)?.kind === 'reentrant');
  await own.redis.set(fenceOf(key), 41);
  await until('the token', () => lock(key)?.fencingToken === '41');
  await own.redis.incr(fenceOf(key));
  await until('the next', () => lock(key)?.fencingToken === '42');
  expect(lock(key)?.kind).toBe('fenced');
});

test.each([
  ['before', newKey()],
  ['before, under a name that says lock', `${newKey()}:lock`],
  ['while', newKey()],
])('a permit semaphore is found by its permits, written %s it is watched', async (when, key) => {
  const [mine, short] = [randomBytes(16), randomBytes(16)];
  const write = async () => {
    await own.redis.set(key, 3);
    await give(key, mine, 60_000);
  };
  if (when !== 'while') await write();
  const { lock, kinds, events } = await watching();
  if (when === 'while') await write();
  await until('the semaphore', () => lock(key)?.kind === 'semaphore');
  expect(lock(key)).toMatchObject({
    format: { id: 'redisson-permit-semaphore' },
    holders: [{ token: { text: mine.toString('hex') } }],
    permits: { available: 2, held: 1, expired: 0 },
    findings: [],
  });
  await give(key, short, 1_000);
  await until('the second permit', () => lock(key)?.holders.length === 2);
  const [soonest] = lock(key)?.holders ?? [];
  expect(soonest?.token.text).toBe(short.toString('hex'));
  expect(soonest?.ttlMs).toBeLessThan(1_001);
  await until('it expired', () => lock(key)?.permits?.expired === 1);
  expect(lock(key)).toMatchObject({ permits: { available: 1, held: 1 }, holders: [{}] });
  await until('that is told of it alone', () => kinds(key).includes('expired'));
  const ended = events.filter((event) => event.key === key && event.kind === 'expired');
  expect(ended.map(({ holder }) => holder)).toEqual([short.toString('hex')]);
  await own.redis.multi().zrem(permitDeadlinesOf(key), mine, short).set(key, 3).exec();
  await until('all are free', () => lock(key)?.permits?.held === 0);
  expect(lock(key)).toMatchObject({ kind: 'semaphore', permits: { available: 3, expired: 0 }, holders: [] });
  await until('that is told', () => kinds(key).includes('released'));
  await give(key, mine, 60_000);
  await until('one is given again', () => lock(key)?.holders.length === 1);
});

test('the readers of a lock come and go, each with its own lease', async () => {
  const key = newKey();
  const { lock, events, problems } = await watching();
  const [long, short] = [newOwner(), newOwner()];
  const [name, base] = [key, readHoldsBaseOf(key)];
  const read = (owner: string, leaseMs: number) =>
    runScript(own.redis, scripts.acquireRead, [name, base], [owner, leaseMs, 1]);
  const told = () =>
    events.filter((event) => event.key === key).map(({ kind, holder }) => `${kind} ${holder?.slice(0, 8)}`);
  const ttlOf = (owner: string) =>
    Number(lock(key)?.holders.find(({ token }) => token.text === owner)?.ttlMs);

  await read(long, 60_000);
  await until('the first reader', () => lock(key)?.kind === 'read-write');
  await read(short, 3_000);
  await until('the second reader', () => lock(key)?.holders.length === 2);
  expect(lock(key)?.holders.map(({ mode }) => mode)).toEqual(['read', 'read']);
  expect(ttlOf(long)).toBeGreaterThan(50_000);
  expect(ttlOf(short)).toBeLessThan(3_001);

  await runScript(own.redis, scripts.renewRead, [name, base], [short, 5_000]);
  await until('its renewal', () => told().includes(`renewed ${short.slice(0, 8)}`));
  expect(ttlOf(short)).toBeGreaterThan(3_000);
  expect(ttlOf(long)).toBeGreaterThan(50_000);
  expect(told()).not.toContain(`renewed ${long.slice(0, 8)}`);

  await own.redis.pexpire(`${readTimeoutPrefixOf(key, short)}:1`, 1);
  await until('a zombie', () => ttlOf(short) === 0);
  expect(lock(key)).toMatchObject({ holders: [{}, {}], format: { id: 'redisson-read-write-lock' } });

  const args = [short, 5_000, rwChannelOf(key), 'PUBLISH', 0];
  await runScript(own.redis, scripts.releaseRead, [name, base], args);
  await until('it is gone', () => lock(key)?.holders.length === 1);
  expect(lock(key)?.holders[0]?.token.text).toBe(long);
  await runScript(own.redis, scripts.releaseRead, [name, base], [long, ...args.slice(1)]);
  await until('the lock is free', () => told().includes(`released ${long.slice(0, 8)}`));
  expect(lock(key)).toBeUndefined();
  expect(told().filter((line) => line.includes(long.slice(0, 8)))).toHaveLength(2);
  expect(problems).toEqual([]);
});

test('forty readers are all told apart, and those too many to read have the TTL of the lock', async () => {
  const key = newKey();
  const owners = Array.from({ length: 60 }, newOwner);
  const keys = [key, readHoldsBaseOf(key)];
  for (const owner of owners) await runScript(own.redis, scripts.acquireRead, keys, [owner, 60_000, 1]);
  const { lock } = await watching();
  await until('all readers', () => lock(key)?.holders.length === 60);
  for (const { ttlMs } of lock(key)?.holders ?? []) expect(ttlMs).toBeGreaterThan(30_000);
});

test('a counter that somebody waits for is a semaphore or a latch, and the waiters are counted', async () => {
  const [semaphore, latch, counter] = [newKey(), newKey(), newKey()];
  await own.redis.mset({ [semaphore]: 0, [latch]: 2, [counter]: 7 });
  const { lock, collector } = await watching();
  expect(lock(semaphore)).toBeUndefined();
  const waiters = [
    await listening(semaphoreChannelOf(semaphore)),
    await listening(semaphoreChannelOf(semaphore)),
    await listening(latchChannelOf(latch)),
  ];
  await until('the semaphore', () => waitingFor(lock(semaphore)) === 2);
  await until('the latch', () => waitingFor(lock(latch)) === 1);
  expect(lock(semaphore)).toMatchObject({
    kind: 'semaphore',
    format: { id: 'redisson-semaphore', confidence: 'likely' },
    holders: [],
    permits: { available: 0, held: null },
    actions: { release: false, extend: false, quarantine: false },
    findings: [],
  });
  expect(lock(latch)).toMatchObject({ kind: 'latch', holders: [], permits: { available: 2 } });
  expect(collector.heardOf(semaphore)).toContain('redisson-semaphore');
  await own.redis.incr(semaphore);
  await until('its permits', () => lock(semaphore)?.permits?.available === 1);
  expect(lock(counter)).toBeUndefined();
  for (const waiter of waiters) waiter.disconnect();
});

test('what only looks like time-outs of a semaphore makes no lock of anything', async () => {
  const key = newKey();
  await own.redis.set(key, 'a value', 'PX', 60_000);
  await own.redis.zadd(permitDeadlinesOf(key), 1, 'a');
  const { lock, collector } = await watching();
  await until('all contents', () => statusOf(collector).coverage.contents === 1);
  expect(lock(key)).toBeUndefined();
});

test('who waits by sharded pub/sub is counted beside who waits by classic', async () => {
  const key = newKey();
  await lockWith(key, newOwner());
  const { lock } = await watching();
  await until('it is known', () => lock(key));
  const sharded = own.redis.duplicate();
  await sharded.ssubscribe(channelOf(key));
  await until('the sharded one', () => waitingFor(lock(key)) === 1);
  const classic = await listening(channelOf(key));
  await until('both', () => waitingFor(lock(key)) === 2);
  expect(lock(key)?.state).toBe('contended');
  sharded.disconnect();
  classic.disconnect();
});
