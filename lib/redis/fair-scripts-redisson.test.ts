import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { bufferOf, contentsOf, hardNames, listenTo } from '../../e2e/support/lock-keys';
import { redissonClient } from '../../e2e/support/redisson-steps';
import { expectSameContents } from '../../e2e/support/twin-keys';
import { channelOf, fairChannelOf, fairDeadlinesOf, fairQueueOf } from '../domain/keys/redisson-names';
import { ReplyCode } from './reply-code';
import { runScript } from './run-script';
import { scripts } from './scripts.generated';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());

const LEASE_MS = 600_000;
const WAIT_MS = 300_000;

const keysOf = (key: string) => [key, fairQueueOf(key), fairDeadlinesOf(key)];

/** One lock as our client uses it. */
function ourClient(key: string) {
  return {
    acquire: (owner: string, count: number, waitMs = WAIT_MS) =>
      runScript(redis, scripts.acquireFair, keysOf(key), [owner, LEASE_MS, count, waitMs]),
    release: (owner: string, left: number) =>
      runScript(redis, scripts.releaseFair, keysOf(key), [owner, LEASE_MS, channelOf(key), 'PUBLISH', left]),
    giveUp: (owner: string) =>
      runScript(redis, scripts.giveUpFair, keysOf(key), [owner, WAIT_MS, channelOf(key), 'PUBLISH']),
  };
}

describe('the same calls leave the same keys', () => {
  const [A, B, C, D] = ['a:1', 'b:1', 'c:1', 'd:1'] as const;
  const stories: [string, 'ask' | 'once' | 'release' | 'giveUp' | 'dies', number][] = [
    [A, 'ask', 1],
    [A, 'ask', 2],
    [B, 'ask', 1],
    [C, 'ask', 1],
    [D, 'once', 1],
    [D, 'ask', 1],
    [A, 'release', 1],
    [C, 'giveUp', 0],
    [C, 'ask', 1],
    [B, 'dies', 0],
    [A, 'release', 0],
    [C, 'ask', 1],
    [D, 'ask', 1],
    [D, 'release', 0],
    [C, 'once', 1],
    [C, 'release', 0],
  ];

  test.each(hardNames())('as Redisson does: %s', async (_, key) => {
    const twin = `${key}2`;
    const us = ourClient(key);
    const they = redissonClient(redis, twin);
    for (const [owner, act, count] of stories) {
      const sent = { owner, act, count };
      if (act === 'ask') {
        const [ours, theirs] = [
          await us.acquire(owner, count),
          await they.fairAcquire(owner, LEASE_MS, WAIT_MS),
        ];
        expect(ours.code === ReplyCode.done, JSON.stringify(sent)).toBe(theirs === null);
      } else if (act === 'once') {
        // Ours gives 0 as the wait of a token that does not queue.
        const inQueue = (await redis.zscore(bufferOf(fairDeadlinesOf(key)), owner)) !== null;
        const ours = await us.acquire(owner, count, inQueue ? WAIT_MS : 0);
        const theirs = await they.fairTryOnce(owner, LEASE_MS, WAIT_MS);
        expect(ours.code === ReplyCode.done, JSON.stringify(sent)).toBe(theirs === null);
      } else if (act === 'release') {
        await us.release(owner, count);
        await they.fairUnlock(owner, LEASE_MS);
      } else if (act === 'giveUp') {
        await us.giveUp(owner);
        await they.fairGiveUp(owner, WAIT_MS);
      } else {
        for (const each of [key, twin])
          await redis.zadd(bufferOf(fairDeadlinesOf(each)), Date.now() - 1, owner);
      }
      await expectSameContents(redis, keysOf(key), keysOf(twin), JSON.stringify(sent));
    }
  });

  test.each(hardNames())('and both wake each other in one queue: %s', async (_, key) => {
    const us = ourClient(key);
    const they = redissonClient(redis, key);
    const channels = await listenTo(
      redis,
      [A, B, C, D].map((owner) => fairChannelOf(key, owner)),
    );
    expect((await us.acquire(A, 1)).code).toBe(ReplyCode.done);
    expect(await they.fairAcquire(B, LEASE_MS, WAIT_MS)).toBeGreaterThan(0);
    expect((await us.acquire(C, 1)).code).toBe(ReplyCode.otherHolder);
    expect(await they.fairAcquire(D, LEASE_MS, WAIT_MS)).toBeGreaterThan(0);
    await us.release(A, 0);
    expect(await channels.heard()).toEqual([[fairChannelOf(key, B), '0']]);
    expect(await us.acquire(C, 1)).toEqual({ code: ReplyCode.otherHolder, detail: 0 });
    expect(await they.fairTryOnce(A, LEASE_MS, WAIT_MS)).toBe(1);
    expect(await they.fairAcquire(B, LEASE_MS, WAIT_MS)).toBeNull();
    expect(await they.fairUnlock(B, LEASE_MS)).toBe(1);
    expect(await channels.heard()).toEqual([[fairChannelOf(key, C), '0']]);
    expect(await they.fairAcquire(D, LEASE_MS, WAIT_MS)).toBe(0);
    expect((await us.acquire(C, 1)).code).toBe(ReplyCode.done);
    expect(await us.release(C, 0)).toEqual({ code: ReplyCode.done, detail: 1 });
    expect(await they.fairAcquire(D, LEASE_MS, WAIT_MS)).toBeNull();
    channels.close();
  });

  test('but for a waiter that asks after its deadline: theirs queues again at the end', async () => {
    const key = randomUUID();
    const us = ourClient(key);
    const they = redissonClient(redis, key);
    await us.acquire(A, 1);
    await they.fairAcquire(B, LEASE_MS, WAIT_MS);
    await us.acquire(C, 1);
    for (const owner of [B, C]) await redis.zadd(fairDeadlinesOf(key), Date.now() - 1, owner);
    await us.acquire(C, 1);
    expect(await redis.lrange(fairQueueOf(key), 0, -1)).toEqual([C]);
    await they.fairAcquire(B, LEASE_MS, WAIT_MS);
    expect(await redis.lrange(fairQueueOf(key), 0, -1)).toEqual([C, B]);
  });

  test('and a Redisson clock that is wrong by less than half a wait drops none of our waiters', async () => {
    const key = randomUUID();
    const us = ourClient(key);
    const they = redissonClient(redis, key);
    await us.acquire(A, 1);
    for (const owner of [B, C]) await us.acquire(owner, 1);
    const skewMs = WAIT_MS / 2 - 10_000; // less than the half wait that a waiter never lets run out
    await they.fairAcquire(D, LEASE_MS, WAIT_MS, Date.now() - skewMs);
    expect(await redis.lrange(fairQueueOf(key), 0, -1)).toEqual([B, C, D]);
    await redis.zadd(fairDeadlinesOf(key), Date.now() + WAIT_MS / 2 + 1_000, B);
    await us.acquire(B, 1);
    await they.fairAcquire(D, LEASE_MS, WAIT_MS, Date.now() + skewMs);
    expect(await redis.lrange(fairQueueOf(key), 0, -1)).toEqual([B, C, D]);
  });
});

test('in any order of calls, by us and by Redisson, one holds it and waiters are served as they came', async () => {
  const call = fc.record({
    who: fc.constantFrom(0, 1, 2),
    act: fc.constantFrom('ask', 'ask', 'ask', 'once', 'release', 'release', 'giveUp', 'lapse', 'die'),
    by: fc.constantFrom('us', 'redisson'),
    twice: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 40, size: 'max' }), async (calls) => {
      const key = randomUUID();
      const us = ourClient(key);
      const they = redissonClient(redis, key);
      let lives = [0, 0, 0];
      let [holder, count, queue, dead] = ['', 0, [] as string[], ''];
      const dropDeadHead = () => {
        if (queue[0] === dead) queue = queue.slice(1);
      };
      for (const { who, act, by, twice } of calls) {
        const owner = `${'abc'[who]}:${lives[who]}`;
        const mine = holder === owner;
        const times = twice && by === 'us' ? [1, 2] : [1];
        if (act === 'lapse') {
          await redis.del(key);
          [holder, count] = ['', 0];
        } else if (act === 'die') {
          const head = queue[0];
          if (head === undefined || head === dead) continue;
          await redis.zadd(fairDeadlinesOf(key), Date.now() - 1, head);
          dead = head;
          lives = lives.map((life, i) => (head.startsWith('abc'[i] ?? '') ? life + 1 : life));
        } else if (act === 'giveUp') {
          if (by === 'us' && !mine) dropDeadHead();
          const expected = mine
            ? ReplyCode.stillHeld
            : queue.includes(owner)
              ? ReplyCode.done
              : ReplyCode.absent;
          if (by === 'us') expect((await us.giveUp(owner)).code).toBe(expected);
          else if (!mine) await they.fairGiveUp(owner, WAIT_MS);
          queue = queue.filter((each) => each !== owner);
          if (by === 'us' && twice && !mine) expect((await us.giveUp(owner)).code).toBe(ReplyCode.absent);
        } else if (act === 'release') {
          dropDeadHead();
          const left = mine ? count - 1 : 0;
          for (const time of times) {
            if (by === 'redisson') {
              const expected = holder === '' || (mine && left === 0) ? 1 : mine ? 0 : null;
              expect(await they.fairUnlock(owner, LEASE_MS)).toBe(expected);
              continue;
            }
            const gone = holder === '' || (mine && left === 0 && time === 2);
            const held = left > 0 ? ReplyCode.stillHeld : ReplyCode.done;
            const expected = gone ? ReplyCode.absent : mine ? held : ReplyCode.otherHolder;
            expect((await us.release(owner, left)).code).toBe(expected);
          }
          if (mine) [holder, count] = left > 0 ? [owner, left] : ['', 0];
        } else {
          dropDeadHead();
          const joins = act === 'ask' || queue.includes(owner);
          const granted = mine || (holder === '' && (queue[0] ?? owner) === owner);
          const wanted = mine ? count + 1 : 1;
          for (const _ of times) {
            if (by === 'us') {
              const { code } = await us.acquire(owner, wanted, joins ? WAIT_MS : 0);
              expect(code).toBe(granted ? ReplyCode.done : ReplyCode.otherHolder);
            } else {
              const ask = joins ? they.fairAcquire : they.fairTryOnce;
              expect((await ask(owner, LEASE_MS, WAIT_MS)) === null).toBe(granted);
            }
          }
          if (granted) [holder, count, queue] = [owner, wanted, queue.filter((each) => each !== owner)];
          else if (joins && !queue.includes(owner)) queue = [...queue, owner];
        }
        const [hash, list, scores] = await Promise.all(keysOf(key).map((each) => contentsOf(redis, each)));
        expect(hash?.value).toEqual(holder ? { [holder]: String(count) } : undefined);
        expect(list?.value ?? []).toEqual(queue);
        const deadlines = new Map(Object.entries(scores?.value ?? {}));
        expect([...deadlines.keys()].sort()).toEqual([...queue].sort());
        for (const [waiter, deadline] of deadlines) {
          if (waiter !== dead) expect(Number(deadline)).toBeGreaterThan(Date.now());
        }
      }
    }),
    { numRuns: 100 },
  );
});
