import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { anOwner, bufferOf, contentsOf, hardNames, listenTo } from '../../e2e/support/lock-keys';
import { redissonClient } from '../../e2e/support/redisson-steps';
import { channelOf, fairDeadlinesOf, fairQueueOf, fenceOf } from '../domain/keys/redisson-names';
import { ReplyCode } from './reply-code';
import { runScript } from './run-script';
import { scripts } from './scripts.generated';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());

const LEASE_MS = 60_000;

function acquire(key: string, owner: string, count = 1, leaseMs = LEASE_MS) {
  return runScript(redis, scripts.acquireFenced, [key, fenceOf(key)], [owner, leaseMs, count]);
}

function release(key: string, owner: string, left = 0) {
  const args = [owner, LEASE_MS, channelOf(key), 'PUBLISH', left];
  return runScript(redis, scripts.releaseReentrant, [key], args);
}

const counterOf = async (key: string) => (await contentsOf(redis, fenceOf(key)))?.value;

describe('a fencing token', () => {
  test('is greater at each acquisition and re-entry', async () => {
    const key = randomUUID();
    const [a, b] = [anOwner(), anOwner()];
    expect(await acquire(key, a)).toEqual({ code: 1, detail: 1, text: '1' });
    expect(await acquire(key, a, 2)).toEqual({ code: 1, detail: 2, text: '2' });
    await release(key, a);
    expect(await acquire(key, b)).toEqual({ code: 1, detail: 1, text: '3' });
  });

  test('is exact where numbers are not', async () => {
    const key = randomUUID();
    const owner = anOwner();
    await redis.set(fenceOf(key), '9007199254740992');
    expect((await acquire(key, owner)).text).toBe('9007199254740993');
    expect((await acquire(key, owner, 2)).text).toBe('9007199254740994');
    await redis.set(fenceOf(key), '9223372036854775806');
    expect((await acquire(key, owner, 3)).text).toBe('9223372036854775807');
  });

  test('of a call that was sent twice is the one that was issued', async () => {
    const key = randomUUID();
    const owner = anOwner();
    for (const [count, token] of [
      [1, '1'],
      [1, '1'],
      [2, '2'],
      [2, '2'],
    ] as const) {
      expect(await acquire(key, owner, count)).toEqual({ code: 1, detail: count, text: token });
    }
    expect(await counterOf(key)).toBe('2');
  });

  test('of a call sent twice is below all others when the counter is gone', async () => {
    const key = randomUUID();
    const owner = anOwner();
    await acquire(key, owner);
    await redis.del(fenceOf(key));
    expect(await acquire(key, owner)).toEqual({ code: 1, detail: 1, text: '0' });
    expect(await counterOf(key)).toBeUndefined();
  });

  test('is not issued to whom the lock is not given, and the counter never expires', async () => {
    const key = randomUUID();
    await acquire(key, anOwner());
    const busy = await acquire(key, anOwner());
    expect(busy.code).toBe(ReplyCode.otherHolder);
    expect(busy.detail).toBeGreaterThan(0);
    expect(busy.detail).toBeLessThanOrEqual(LEASE_MS);
    expect(await contentsOf(redis, fenceOf(key))).toEqual({ value: '1', ttlMs: -1 });
  });
});

test('a lock whose TTL was taken away is busy for ever, never acquired', async () => {
  const key = randomUUID();
  await acquire(key, anOwner());
  await redis.persist(key);
  expect(await acquire(key, anOwner())).toEqual({ code: ReplyCode.otherHolder, detail: -1 });
  expect(await counterOf(key)).toBe('1');
});

test('a call raises the TTL to its lease and never shortens it', async () => {
  const key = randomUUID();
  const owner = anOwner();
  await acquire(key, owner, 1, 30_000);
  expect(await redis.pttl(key)).toBeLessThanOrEqual(30_000);
  await acquire(key, owner, 2, 90_000);
  await acquire(key, owner, 3, 30_000);
  expect(await redis.pttl(key)).toBeGreaterThan(80_000);
});

test('a re-entry never takes a lock that is gone or that another has', async () => {
  const key = randomUUID();
  const [a, b] = [anOwner(), anOwner()];
  expect(await acquire(key, a, 2)).toEqual({ code: ReplyCode.absent, detail: 0 });
  await acquire(key, b);
  expect((await acquire(key, a, 2)).code).toBe(ReplyCode.otherHolder);
  expect((await contentsOf(redis, key))?.value).toEqual({ [b]: '1' });
});

describe('nothing is changed', () => {
  test('by an acquisition of a key that is no hash', async () => {
    const key = randomUUID();
    await redis.set(key, 'token');
    expect((await acquire(key, anOwner())).code).toBe(ReplyCode.wrongType);
    expect(await counterOf(key)).toBeUndefined();
  });

  test('where the counter is no string, no number, or at its end', async () => {
    const key = randomUUID();
    const fence = fenceOf(key);
    await redis.rpush(fence, '1');
    expect((await acquire(key, anOwner())).code).toBe(ReplyCode.wrongType);
    for (const value of ['word', '9223372036854775807']) {
      await redis.set(fence, value);
      await expect(acquire(key, anOwner())).rejects.toThrow(/integer|overflow/);
    }
    expect(await redis.exists(key)).toBe(0);
  });
});

describe('beside Redisson', () => {
  test.each(hardNames())('both exclude each other and issue one row of tokens: %s', async (_, key) => {
    const redisson = redissonClient(redis, key);
    const [ours, theirs] = [anOwner(), anOwner()];
    expect((await acquire(key, ours)).text).toBe('1');
    expect(await redisson.fencedAcquire(theirs, LEASE_MS)).toBeGreaterThan(0);
    expect((await acquire(key, ours, 2)).text).toBe('2');
    expect(await release(key, ours, 1)).toEqual({ code: ReplyCode.stillHeld, detail: 1 });
    expect(await release(key, ours, 0)).toEqual({ code: ReplyCode.done, detail: 0 });
    expect(await redisson.fencedAcquire(theirs, LEASE_MS)).toBeNull();
    expect((await acquire(key, ours)).code).toBe(ReplyCode.otherHolder);
    expect(await redisson.fencedAcquire(theirs, LEASE_MS)).toBeNull();
    expect(await counterOf(key)).toBe('4');
    expect((await contentsOf(redis, key))?.value).toEqual({ [theirs]: '2' });
    expect(await redisson.unlock(theirs, LEASE_MS)).toBe(0);
    expect(await redisson.unlock(theirs, LEASE_MS)).toBe(1);
    expect((await acquire(key, ours)).text).toBe('5');
  });

  test.each(hardNames())('a hold of ours is freed by force with its message: %s', async (_, key) => {
    const owner = anOwner();
    await acquire(key, owner);
    const waiter = await listenTo(redis, [channelOf(key)]);
    const keys = [key, fairQueueOf(key), fairDeadlinesOf(key)];
    const args = [owner, 1, channelOf(key), 'PUBLISH'];
    expect(await runScript(redis, scripts.forceReleaseReentrant, keys, args)).toEqual({ code: 1, detail: 1 });
    expect(await waiter.heard()).toEqual([[channelOf(key), '0']]);
    expect(await counterOf(key)).toBe('1');
    waiter.close();
  });
});

test('in any order of calls, by us and by Redisson, one holds it, holds balance and tokens grow', async () => {
  const owners = ['a:1', 'b:1', 'c:1'] as const;
  const call = fc.record({
    owner: fc.constantFrom(...owners),
    act: fc.constantFrom('acquire', 'acquire', 'release', 'lapse'),
    by: fc.constantFrom('us', 'redisson'),
    twice: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 40, size: 'max' }), async (calls) => {
      const key = randomUUID();
      const redisson = redissonClient(redis, key);
      let [holder, count, issued] = ['', 0, 0];
      for (const { owner, act, by, twice } of calls) {
        const mine = holder === owner;
        const times = twice && by === 'us' ? [1, 2] : [1];
        if (act === 'lapse') {
          await redis.del(bufferOf(key));
          [holder, count] = ['', 0];
        } else if (act === 'acquire') {
          const free = holder === '' || mine;
          const wanted = mine ? count + 1 : 1;
          for (const _ of times) {
            if (by === 'redisson')
              expect((await redisson.fencedAcquire(owner, LEASE_MS)) === null).toBe(free);
            else if (free) {
              const text = String(issued + 1);
              expect(await acquire(key, owner, wanted)).toEqual({ code: 1, detail: wanted, text });
            } else expect((await acquire(key, owner)).code).toBe(ReplyCode.otherHolder);
          }
          if (free) [holder, count, issued] = [owner, wanted, issued + 1];
        } else {
          const left = Math.max(0, mine ? count - 1 : 0);
          for (const time of times) {
            if (by === 'redisson') {
              expect(await redisson.unlock(owner, LEASE_MS)).toBe(mine ? Number(left === 0) : null);
              continue;
            }
            const gone = holder === '' || (mine && left === 0 && time === 2);
            const held = left > 0 ? ReplyCode.stillHeld : ReplyCode.done;
            const expected = gone ? ReplyCode.absent : mine ? held : ReplyCode.otherHolder;
            expect((await release(key, owner, left)).code).toBe(expected);
          }
          if (mine) [holder, count] = left > 0 ? [owner, left] : ['', 0];
        }
        expect((await contentsOf(redis, key))?.value).toEqual(
          holder ? { [holder]: String(count) } : undefined,
        );
        expect(await counterOf(key)).toBe(issued ? String(issued) : undefined);
      }
    }),
    { numRuns: 60 },
  );
});
