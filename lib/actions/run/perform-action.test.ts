import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { isConsoleError } from '../../domain/values/errors';
import { type LockReading, readLock, seenOf } from '../../reads/read-lock';
import { ReplyCode } from '../../redis/reply-code';
import { runScript } from '../../redis/run-script';
import { scripts } from '../../redis/scripts.generated';
import { extendLock } from './extend-lock';
import { releaseLock } from './release-lock';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const options = { now: Date.now, named: true };
const NODE = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';

async function see(key: string) {
  const { lock } = await readLock(redis, key, options);
  if (!lock) throw new Error(`${key} is not held`);
  return seenOf(lock);
}

const hex = () =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{12})./, '$10');

type Change = {
  title: string;
  before: (key: string) => Promise<unknown>;
  between: (key: string) => Promise<unknown>;
  changed: string[];
};

const CHANGES: Change[] = [
  {
    title: 'another holder',
    before: (key) => redis.set(key, hex(), 'PX', 30_000),
    between: (key) => redis.set(key, hex(), 'PX', 30_000),
    changed: ['holder'],
  },
  {
    title: 'a holder of another format',
    before: (key) => redis.set(key, hex(), 'PX', 30_000),
    between: (key) => redis.set(key, '1', 'PX', 40_000),
    changed: ['format', 'holder', 'deadline'],
  },
  {
    title: 'another type',
    before: (key) => redis.set(key, hex(), 'PX', 30_000),
    between: async (key) => {
      await redis.del(key);
      await redis.hset(key, `${NODE}:1`, 1);
    },
    changed: ['type'],
  },
  {
    title: 'a re-entry',
    before: (key) => redis.hset(key, `${NODE}:1`, 1),
    between: (key) => redis.hincrby(key, `${NODE}:1`, 1),
    changed: ['hold-count'],
  },
  {
    title: 'another owner of the hash',
    before: (key) => redis.hset(key, `${NODE}:1`, 1),
    between: async (key) => {
      await redis.del(key);
      await redis.hset(key, `${NODE}:2`, 1);
    },
    changed: ['holder'],
  },
  {
    title: 'a second field in the hash',
    before: (key) => redis.hset(key, `${NODE}:1`, 1),
    between: (key) => redis.hset(key, `${NODE}:2`, 1),
    changed: ['format'],
  },
  {
    title: 'the same constant with a longer lease',
    before: (key) => redis.set(key, '1', 'PX', 30_000),
    between: (key) => redis.set(key, '1', 'PX', 60_000),
    changed: ['deadline'],
  },
  {
    title: 'the same constant with a shorter lease',
    before: (key) => redis.set(key, '1', 'PX', 30_000),
    between: (key) => redis.set(key, '1', 'PX', 20_000),
    changed: ['deadline'],
  },
  {
    title: 'a constant that had no TTL and has one',
    before: (key) => redis.set(key, '1'),
    between: (key) => redis.set(key, '1', 'PX', 30_000),
    changed: ['deadline'],
  },
  {
    title: 'a constant that had a TTL and has none',
    before: (key) => redis.set(key, '1', 'PX', 30_000),
    between: (key) => redis.persist(key),
    changed: ['deadline'],
  },
];

describe.each(CHANGES)('$title between preview and act', ({ before, between, changed }) => {
  test('is refused with both sides, and nothing is touched', async () => {
    const key = `${randomUUID()}:lock`;
    await before(key);
    const seen = await see(key);
    await between(key);
    const bytes = await redis.dumpBuffer(key);
    const deadline = await redis.pexpiretime(key);
    const acts = [
      () => releaseLock(redis, key, seen, options),
      () => extendLock(redis, key, seen, 90_000, options),
    ];
    for (const act of acts) {
      const refusal = await act().catch((error: unknown) => error);
      expect(isConsoleError(refusal, 'changed')).toBe(true);
      expect(refusal).toMatchObject({
        details: {
          changed,
          before: { type: seen.type, ttlMs: seen.ttlMs, holdCount: seen.holdCount },
          after: {},
        },
      });
    }
    expect(await redis.dumpBuffer(key)).toEqual(bytes);
    expect(await redis.pexpiretime(key)).toBe(deadline);
  });
});

describe.each(CHANGES)('$title after the second reading', ({ before, between, changed }) => {
  test('is refused by the script itself, and nothing is touched', async () => {
    for (const act of [
      releaseLock,
      (...[on, key, seen]: Parameters<typeof releaseLock>) => extendLock(on, key, seen, 90_000, options),
    ]) {
      const key = `${randomUUID()}:lock`;
      await before(key);
      const seen = await see(key);
      const late = redis.duplicate();
      const evalsha = late.evalsha.bind(late);
      let bytes: Buffer | null = null;
      const swapFirst = async (...args: Parameters<typeof evalsha>) => {
        if (bytes === null) {
          await between(key);
          bytes = await redis.dumpBuffer(key);
        }
        return evalsha(...args);
      };
      Object.assign(late, { evalsha: swapFirst });
      await expect(act(late, key, seen, options)).rejects.toMatchObject({
        code: 'changed',
        details: { changed },
      });
      expect(await redis.dumpBuffer(key)).toEqual(bytes);
      late.disconnect();
    }
  });
});

test.each(['release', 'extend'] as const)(
  "the same thread's next hold after the second reading is left alone, whose deadline is another: %s",
  async (action) => {
    const key = `${randomUUID()}:lock`;
    const take = (leaseMs: number) => redis.multi().hset(key, `${NODE}:1`, 1).pexpire(key, leaseMs);
    await take(30_000).exec();
    const seen = await see(key);
    const late = redis.duplicate();
    onTestFinished(() => late.disconnect());
    const evalsha = late.evalsha.bind(late);
    let isOver = false;
    const swapFirst = async (...args: Parameters<typeof evalsha>) => {
      if (!isOver) await redis.del(key);
      if (!isOver) await take(31_000).exec();
      isOver = true; // the end was reported, after the act had looked
      return evalsha(...args);
    };
    Object.assign(late, { evalsha: swapFirst });
    const watched = { ...options, isOver: () => isOver };
    const acting =
      action === 'release'
        ? releaseLock(late, key, seen, watched)
        : extendLock(late, key, seen, 90_000, watched);
    await expect(acting).rejects.toMatchObject({ code: 'changed', details: { changed: ['acquisition'] } });
    expect(await redis.hgetall(key)).toEqual({ [`${NODE}:1`]: '1' });
    expect(await redis.pttl(key)).toBeLessThanOrEqual(31_000);
  },
);

test('a lock that is gone is a change too', async () => {
  const key = `${randomUUID()}:lock`;
  await redis.set(key, hex(), 'PX', 30_000);
  const seen = await see(key);
  await redis.del(key);
  await expect(releaseLock(redis, key, seen, options)).rejects.toMatchObject({
    code: 'changed',
    details: {
      changed: ['type'],
      before: { type: 'string' },
      after: { type: 'none', holder: null, ttlMs: null },
    },
  });
});

test('a renewal of a unique token is no change', async () => {
  const key = `${randomUUID()}:lock`;
  await redis.set(key, hex(), 'PX', 10_000);
  const seen = await see(key);
  await redis.pexpire(key, 30_000);
  expect((await releaseLock(redis, key, seen, options)).outcome).toBe('released');
});

describe.each([
  { title: 'its own token', tokenOf: hex, unique: true },
  { title: 'the same constant', tokenOf: () => '1', unique: false },
])('a successor that writes $title', ({ tokenOf, unique }) => {
  test('is never released, however close the race', async () => {
    const key = `${randomUUID()}:lock`;
    const released: LockReading[] = [];
    let refused = 0;
    const contender = contend(key, 400, tokenOf, unique);
    let over = false;
    const holds = contender.finally(() => {
      over = true;
    });
    while (!over) {
      const { lock } = await readLock(redis, key, options);
      if (!lock) continue;
      await nap();
      try {
        await releaseLock(redis, key, seenOf(lock), options);
        released.push(lock);
      } catch (error) {
        if (!isConsoleError(error, 'changed')) throw error;
        refused++;
      }
    }
    for (const { token, deadlineMs, lost } of await holds) {
      const wasReleased = released.some((lock) =>
        unique ? lock.held?.token === token : Math.abs(Number(lock.deadlineMs) - deadlineMs) < APART_MS / 2,
      );
      expect(lost).toBe(wasReleased);
    }
    expect(released.length).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });
});

/** So much later ends each hold than the one before: more than a busy machine needs to read a TTL. */
const APART_MS = 200;

/** A connection before each of whose readings `meanwhile` runs on another one. */
function interrupted(meanwhile: () => Promise<unknown>): Redis {
  const client = redis.duplicate();
  onTestFinished(() => client.disconnect());
  const callBuffer = client.callBuffer.bind(client) as (...args: unknown[]) => Promise<unknown>;
  client.callBuffer = (async (...args: unknown[]) => {
    await meanwhile();
    return callBuffer(...args);
  }) as typeof client.callBuffer;
  return client;
}

test('a lock that comes and goes with every reading is absent or there, and never an error of the connection', async () => {
  const key = `${randomUUID()}:lock`;
  const flickering = interrupted(async () => {
    if ((await redis.del(key)) === 0) await redis.set(key, hex(), 'PX', 30_000);
  });
  await redis.set(key, hex(), 'PX', 30_000);
  for (let i = 0; i < 5; i++) {
    const { raw, lock } = await readLock(flickering, key, options);
    expect(lock === null).toBe(raw.type === 'none');
  }
  const seen = await see(await taken());
  await expect(releaseLock(flickering, key, seen, options)).rejects.toMatchObject({ code: 'changed' });
});

/** Another lock, to have seen something else. */
async function taken(): Promise<string> {
  const key = `${randomUUID()}:lock`;
  await redis.set(key, hex(), 'PX', 30_000);
  return key;
}

type Hold = { token: string; deadlineMs: number; lost: boolean };

/** Takes the lock again and again, holds it for a moment and gives it back; tells which holds somebody else ended. */
async function contend(key: string, rounds: number, tokenOf: () => string, unique: boolean): Promise<Hold[]> {
  const client = redis.duplicate();
  const holds: Hold[] = [];
  try {
    for (let i = 0; i < rounds; i++) {
      const token = tokenOf();
      await client.set(key, token, 'PX', 20_000 + i * APART_MS, 'NX');
      const deadlineMs = await client.pexpiretime(key);
      await nap();
      const compared = unique ? '' : deadlineMs;
      const { code } = await runScript(client, scripts.releaseString, [key], [token, '', '', compared]);
      holds.push({ token, deadlineMs, lost: code !== ReplyCode.done });
    }
  } finally {
    client.disconnect();
  }
  return holds;
}

function nap(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
}
