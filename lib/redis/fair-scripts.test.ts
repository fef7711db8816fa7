import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { contentsOf, listenTo, withoutMessages } from '../../e2e/support/lock-keys';
import { channelOf, fairChannelOf, fairDeadlinesOf, fairQueueOf } from '../domain/keys/redisson-names';
import { ReplyCode } from './reply-code';
import { runScript } from './run-script';
import { scripts } from './scripts.generated';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());

const LEASE_MS = 60_000;
const WAIT_MS = 300_000;
const [A, B, C, D] = ['a:1', 'b:1', 'c:1', 'd:1'] as const;

const keysOf = (key: string) => [key, fairQueueOf(key), fairDeadlinesOf(key)];
const acquire = (key: string, owner: string, count = 1, waitMs = WAIT_MS) =>
  runScript(redis, scripts.acquireFair, keysOf(key), [owner, LEASE_MS, count, waitMs]);
const release = (key: string, owner: string, left = 0, by = redis) =>
  runScript(by, scripts.releaseFair, keysOf(key), [owner, LEASE_MS, channelOf(key), 'PUBLISH', left]);
const giveUp = (key: string, owner: string, by = redis) =>
  runScript(by, scripts.giveUpFair, keysOf(key), [owner, WAIT_MS, channelOf(key), 'PUBLISH']);
const listen = (key: string, ...owners: string[]) =>
  listenTo(redis, [channelOf(key), ...owners.map((owner) => fairChannelOf(key, owner))]);

const queueOf = (key: string) => redis.lrange(fairQueueOf(key), 0, -1);
/** How long until the waiter is dropped, in whole waits and a rest that runs down. */
const leftOf = async (key: string, owner: string) =>
  Number(await redis.zscore(fairDeadlinesOf(key), owner)) - Date.now();
const setLeft = (key: string, owner: string, ms: number) =>
  redis.zadd(fairDeadlinesOf(key), Date.now() + ms, owner);

/** `A` holds the lock and the others wait in their order. */
async function held(...waiters: string[]): Promise<string> {
  const key = randomUUID();
  for (const owner of [A, ...waiters]) await acquire(key, owner);
  return key;
}

/** The lock of `held`, free: it lapsed without a message. */
async function lapsed(...waiters: string[]): Promise<string> {
  const key = await held(...waiters);
  await redis.del(key);
  return key;
}

describe('the queue', () => {
  test('is served in order, each told on its own channel when its turn comes', async () => {
    const key = await held(B, C, D);
    const channels = await listen(key, B, C, D);
    for (const [holder, next] of [
      [A, B],
      [B, C],
      [C, D],
    ] as const) {
      expect(await release(key, holder)).toEqual({ code: ReplyCode.done, detail: 1 });
      expect(await channels.heard()).toEqual([[fairChannelOf(key, next), '0']]);
      for (const other of [A, B, C, D].filter((owner) => owner !== next)) {
        expect(await acquire(key, other, 1, 0)).toEqual({ code: ReplyCode.otherHolder, detail: 0 });
      }
      expect(await acquire(key, next)).toEqual({ code: ReplyCode.done, detail: 1 });
    }
    expect(await release(key, D)).toEqual({ code: ReplyCode.done, detail: 0 });
    for (const each of keysOf(key)) expect(await redis.exists(each)).toBe(0);
    channels.close();
  });

  test('tells who waits the TTL to sleep: of the holder, none, or none at all', async () => {
    const key = await held(B);
    const busy = await acquire(key, B);
    expect(busy.code).toBe(ReplyCode.otherHolder);
    expect(busy.detail).toBeGreaterThan(LEASE_MS - 10_000);
    expect(busy.detail).toBeLessThanOrEqual(LEASE_MS);
    await redis.persist(key);
    for (const owner of [B, C]) {
      expect(await acquire(key, owner)).toEqual({ code: ReplyCode.otherHolder, detail: -1 });
    }
    await redis.del(key);
    for (const owner of [C, D]) {
      expect(await acquire(key, owner)).toEqual({ code: ReplyCode.otherHolder, detail: 0 });
    }
  });

  test('is not joined by an attempt without a wait, nor overtaken by it', async () => {
    const key = await lapsed(B);
    expect(await acquire(key, C, 1, 0)).toEqual({ code: ReplyCode.otherHolder, detail: 0 });
    expect(await queueOf(key)).toEqual([B]);
    expect((await acquire(randomUUID(), C, 1, 0)).code).toBe(ReplyCode.done);
  });

  test('holds nobody twice, however often a call is sent', async () => {
    const key = await held(B, C, B, C);
    expect(await queueOf(key)).toEqual([B, C]);
    await release(key, A);
    for (let i = 0; i < 2; i++) expect(await acquire(key, B)).toEqual({ code: ReplyCode.done, detail: 1 });
    for (let i = 0; i < 2; i++) expect(await acquire(key, B, 2)).toEqual({ code: ReplyCode.done, detail: 2 });
    expect(await queueOf(key)).toEqual([C]);
    expect((await contentsOf(redis, key))?.value).toEqual({ [B]: '2' });
  });

  test('that lost its list or its deadlines is mended by its waiters', async () => {
    const key = await held(B, C);
    await redis.del(fairQueueOf(key));
    for (const owner of [C, B]) await acquire(key, owner);
    expect(await queueOf(key)).toEqual([C, B]);
    await redis.del(fairDeadlinesOf(key));
    for (const owner of [B, C]) await acquire(key, owner);
    expect(await queueOf(key)).toEqual([C, B]);
    for (const owner of [B, C]) expect(await leftOf(key, owner)).toBeGreaterThan(WAIT_MS - 10_000);
    await redis.del(fairQueueOf(key));
    for (const owner of [B, C]) await giveUp(key, owner);
    expect(await redis.exists(fairDeadlinesOf(key))).toBe(0);
  });
});

describe('a deadline', () => {
  test('counts the waits of all ahead, and comes nearer when one of them leaves the queue', async () => {
    const near = (ms: number) => [ms - 10_000, ms] as const;
    const key = await held(B, C, D);
    const expectLeft = async (owner: string, [from, to]: readonly [number, number]) => {
      const left = await leftOf(key, owner);
      expect(left).toBeGreaterThan(from);
      expect(left).toBeLessThanOrEqual(to);
    };
    await expectLeft(B, near(LEASE_MS + WAIT_MS));
    await expectLeft(C, near(LEASE_MS + 2 * WAIT_MS));
    await expectLeft(D, near(LEASE_MS + 3 * WAIT_MS));
    await giveUp(key, C);
    await expectLeft(B, near(LEASE_MS + WAIT_MS));
    await expectLeft(D, near(LEASE_MS + 2 * WAIT_MS));
    await release(key, A);
    await acquire(key, B);
    await expectLeft(D, near(LEASE_MS + WAIT_MS));
  });

  test('that has passed drops the head, and lets the next take the lock', async () => {
    const key = await lapsed(B, C, D);
    for (const owner of [B, C]) await setLeft(key, owner, -1);
    expect((await acquire(key, D)).code).toBe(ReplyCode.done);
    expect(await queueOf(key)).toEqual([]);
    expect(await redis.exists(fairDeadlinesOf(key))).toBe(0);
  });

  test('does not pass for a waiter that asks, which keeps its place', async () => {
    const key = await held(B, C);
    for (const owner of [B, C]) await setLeft(key, owner, -1);
    for (const owner of [B, C]) await acquire(key, owner);
    expect(await queueOf(key)).toEqual([B, C]);
    expect(await leftOf(key, B)).toBeGreaterThan(WAIT_MS - 10_000);
    expect(await leftOf(key, C)).toBeGreaterThan(2 * WAIT_MS - 10_000);
    await redis.del(key);
    expect((await acquire(key, B)).code).toBe(ReplyCode.done);
    expect(await leftOf(key, C)).toBeGreaterThan(WAIT_MS - 10_000); // B took its wait off, and C is still safe
  });

  test('is raised only when less than half the wait is left beyond the waits ahead', async () => {
    const key = await held(B, C);
    const half = WAIT_MS / 2;
    for (const [owner, ahead] of [
      [B, 0],
      [C, WAIT_MS],
    ] as const) {
      await setLeft(key, owner, ahead + half + 10_000);
      await acquire(key, owner);
      expect(await leftOf(key, owner)).toBeLessThanOrEqual(ahead + half + 10_000);
      await setLeft(key, owner, ahead + half - 1);
      await acquire(key, owner);
      expect(await leftOf(key, owner)).toBeGreaterThan(ahead + WAIT_MS - 10_000);
    }
  });
});

describe('who gives up', () => {
  test('leaves once, although the call is sent twice', async () => {
    const key = await held(B, C, D);
    const before = await leftOf(key, B);
    expect(await giveUp(key, C)).toEqual({ code: ReplyCode.done, detail: 0 });
    for (let i = 0; i < 2; i++) expect(await giveUp(key, C)).toEqual({ code: ReplyCode.absent, detail: 0 });
    expect(await queueOf(key)).toEqual([B, D]);
    expect(Math.abs((await leftOf(key, D)) - before - WAIT_MS)).toBeLessThan(5_000);
  });

  test('as the head of a free lock wakes the next', async () => {
    const key = await lapsed(B, C, D);
    const channels = await listen(key, B, C, D);
    expect(await giveUp(key, B)).toEqual({ code: ReplyCode.done, detail: 1 });
    expect(await channels.heard()).toEqual([[fairChannelOf(key, C), '0']]);
    expect((await acquire(key, C)).code).toBe(ReplyCode.done);
    channels.close();
  });

  test('as the head wakes all until one whose deadline has not passed', async () => {
    const key = await lapsed(B, C, D);
    await setLeft(key, C, WAIT_MS - 1); // B takes its own wait off
    const channels = await listen(key, B, C, D);
    expect(await giveUp(key, B)).toEqual({ code: ReplyCode.done, detail: 2 });
    expect(await channels.heard()).toEqual([C, D].map((owner) => [fairChannelOf(key, owner), '0']));
    expect((await acquire(key, C)).code).toBe(ReplyCode.done);
    channels.close();
  });

  test('wakes nobody while the lock is held or another heads the queue', async () => {
    const key = await held(B, C, D);
    const channels = await listen(key, B, C, D);
    expect(await giveUp(key, B)).toEqual({ code: ReplyCode.done, detail: 0 });
    await redis.del(key);
    expect(await giveUp(key, D)).toEqual({ code: ReplyCode.done, detail: 0 });
    expect(await channels.heard()).toEqual([]);
    channels.close();
  });

  test('but holds the lock by now is told so and keeps it', async () => {
    const key = await held();
    await acquire(key, A, 2);
    expect(await giveUp(key, A)).toEqual({ code: ReplyCode.stillHeld, detail: 2 });
    expect((await contentsOf(redis, key))?.value).toEqual({ [A]: '2' });
  });

  test('stays in the queue when the message is refused', async () => {
    const key = await lapsed(B, C);
    const before = await contentsOf(redis, fairDeadlinesOf(key));
    await withoutMessages(redis, (limited) =>
      expect(giveUp(key, B, limited)).rejects.toThrow(/publish|NOPERM/),
    );
    expect(await queueOf(key)).toEqual([B, C]);
    expect(await contentsOf(redis, fairDeadlinesOf(key))).toEqual(before);
  });
});

describe('a release', () => {
  test('gives back one hold although it is sent twice, and sets the lease of the rest', async () => {
    const key = await held(B);
    await acquire(key, A, 2);
    await redis.pexpire(key, 1_000);
    for (let i = 0; i < 2; i++)
      expect(await release(key, A, 1)).toEqual({ code: ReplyCode.stillHeld, detail: 1 });
    expect(await redis.pttl(key)).toBeGreaterThan(LEASE_MS - 10_000);
    expect((await release(key, A)).code).toBe(ReplyCode.done);
    expect((await release(key, A)).code).toBe(ReplyCode.absent);
    expect(await queueOf(key)).toEqual([B]);
  });

  test('of a lock that is gone wakes the head', async () => {
    const key = await lapsed(B, C);
    await setLeft(key, B, -1);
    const channels = await listen(key, B, C);
    expect(await release(key, A)).toEqual({ code: ReplyCode.absent, detail: 1 });
    expect(await channels.heard()).toEqual([[fairChannelOf(key, C), '0']]);
    expect(await queueOf(key)).toEqual([C]);
    channels.close();
  });

  test("of somebody else's lock does nothing", async () => {
    const key = await held(B);
    for (const left of [0, 1]) expect((await release(key, B, left)).code).toBe(ReplyCode.otherHolder);
    expect((await contentsOf(redis, key))?.value).toEqual({ [A]: '1' });
  });

  test('whose message is refused leaves the lock alone', async () => {
    const key = await held(B);
    await withoutMessages(redis, (limited) =>
      expect(release(key, A, 0, limited)).rejects.toThrow(/publish|NOPERM/),
    );
    expect((await contentsOf(redis, key))?.value).toEqual({ [A]: '1' });
  });
});

test('a re-entry sets the lease, never takes a lock that was lost, nor joins the queue', async () => {
  const key = randomUUID();
  expect(await acquire(key, A, 2)).toEqual({ code: ReplyCode.absent, detail: 0 });
  await acquire(key, B);
  expect((await acquire(key, A, 2)).code).toBe(ReplyCode.otherHolder);
  expect(await queueOf(key)).toEqual([]);
  await redis.pexpire(key, 1_000);
  await acquire(key, B, 2);
  expect(await redis.pttl(key)).toBeGreaterThan(LEASE_MS - 10_000);
});

test('keys of another type are refused and left alone', async () => {
  for (const place of [0, 1, 2]) {
    const keys = keysOf(randomUUID());
    await redis.set(keys[place] ?? '', 'word');
    expect((await acquire(keys[0] ?? '', A)).code).toBe(ReplyCode.wrongType);
    expect((await giveUp(keys[0] ?? '', A)).code).toBe(ReplyCode.wrongType);
    expect(await redis.exists(...keys)).toBe(1);
  }
  const key = randomUUID();
  await redis.set(key, 'word');
  expect((await release(key, A)).code).toBe(ReplyCode.wrongType);
});

test('a holder is rid of its lock although something else took the place of the queue', async () => {
  const key = await held();
  await redis.set(fairQueueOf(key), 'word');
  expect(await release(key, A)).toEqual({ code: ReplyCode.done, detail: 0 });
});
