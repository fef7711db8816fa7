import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { bufferOf, contentsOf, difference, hardNames, listenTo } from '../../e2e/support/lock-keys';
import { redissonClient } from '../../e2e/support/redisson-steps';
import { fromUint8 } from '../domain/keys/bytes';
import { permitDeadlinesOf, semaphoreChannelOf } from '../domain/keys/redisson-names';
import { ReplyCode } from './reply-code';
import { runScript } from './run-script';
import { scripts } from './scripts.generated';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());

const LEASE_MS = 60_000;
const newId = () => fromUint8(randomBytes(16));
const keysOf = (key: string) => [key, permitDeadlinesOf(key)];
let ends = 0;
/** The lease ends, after those that ended before. */
const expire = (key: string, id: string) =>
  redis.zadd(bufferOf(permitDeadlinesOf(key)), 1_000_000_000_000 + ++ends, bufferOf(id));

/** One semaphore as our client uses it. */
function ourClient(key: string) {
  const tail = [semaphoreChannelOf(key), 'PUBLISH'];
  return {
    acquire: (id: string) =>
      runScript(redis, scripts.acquirePermit, keysOf(key), [id, LEASE_MS, 'none', ...tail]),
    release: (id: string) => runScript(redis, scripts.releasePermit, keysOf(key), [id, ...tail]),
    renew: (id: string) => runScript(redis, scripts.renewPermit, keysOf(key), [id, LEASE_MS]),
    setPermits: (permits: number) => runScript(redis, scripts.setPermits, keysOf(key), [permits, ...tail]),
  };
}

describe('the same calls leave the same keys and messages', () => {
  type Step = ['set' | 'acquire' | 'release' | 'expire' | 'ttl', number];
  const stories: Step[] = [
    ['acquire', 1],
    ['set', 2],
    ['set', 5],
    ['acquire', 1],
    ['acquire', 2],
    ['acquire', 3],
    ['release', 1],
    ['release', 1],
    ['acquire', 3],
    ['expire', 2],
    ['ttl', 90_000],
    ['acquire', 4],
    ['expire', 3],
    ['release', 3],
    ['release', 4],
    ['release', 2],
  ];

  test.each(hardNames())('as Redisson does: %s', async (_, key) => {
    const twin = `${key}2`;
    const us = ourClient(key);
    const they = redissonClient(redis, twin);
    const ids = [0, 1, 2, 3, 4].map(newId);
    const channels = await Promise.all(
      [key, twin].map((each) => listenTo(redis, [semaphoreChannelOf(each)])),
    );
    for (const step of stories) {
      const [act, n] = step;
      const id = ids[n] ?? '';
      if (act === 'set') {
        expect((await us.setPermits(n)).code === ReplyCode.done).toBe((await they.trySetPermits(n)) === 1);
      } else if (act === 'acquire') {
        const [ours, theirs] = [await us.acquire(id), await they.permitAcquire(id, LEASE_MS)];
        expect(ours.code === ReplyCode.done, String(step)).toBe(theirs === 'OK');
        const nearest = /^:(\d+)$/.exec(String(theirs))?.[1];
        if (nearest) expect(Math.abs(Number(nearest) - Date.now() - ours.detail)).toBeLessThan(5_000);
      } else if (act === 'release') {
        const [ours, theirs] = [await us.release(id), await they.permitRelease(id)];
        expect(ours.code === ReplyCode.done, String(step)).toBe(theirs === 1);
      } else {
        for (const each of [key, twin]) {
          await (act === 'expire' ? expire(each, id) : redis.pexpire(bufferOf(each), n));
        }
      }
      for (const [i, each] of keysOf(key).entries()) {
        const other = await contentsOf(redis, keysOf(twin)[i] ?? '');
        expect(difference(await contentsOf(redis, each), other), String(step)).toBeNull();
      }
      const heard = await Promise.all(channels.map((each) => each.heard()));
      const [ours, theirs] = heard.map((messages) => messages.map(([, payload]) => payload));
      expect(ours, String(step)).toEqual(theirs);
    }
    for (const each of channels) each.close();
  });

  test.each(hardNames())('and both share one set of permits: %s', async (_, key) => {
    const us = ourClient(key);
    const they = redissonClient(redis, key);
    const [mine, theirs, late] = [newId(), newId(), newId()];
    await they.trySetPermits(2);
    expect((await us.setPermits(9)).code).toBe(ReplyCode.countDiffers);
    expect((await us.acquire(mine)).code).toBe(ReplyCode.done);
    expect(await they.permitAcquire(theirs, LEASE_MS)).toBe('OK');
    expect((await us.acquire(late)).code).toBe(ReplyCode.otherHolder);
    expect(String(await they.permitAcquire(late, LEASE_MS))).toMatch(/^:\d+$/);
    expect((await us.release(theirs)).code).toBe(ReplyCode.done); // by force: the id is enough
    expect(await they.permitRelease(theirs)).toBe(0);
    expect(await they.permitAcquire(late, LEASE_MS)).toBe('OK');
    expect(await they.permitRelease(mine)).toBe(1);
    expect((await us.release(mine)).code).toBe(ReplyCode.absent);
  });
});

test('in any order of calls, by us and by Redisson, no permit is lost or made', async () => {
  const call = fc.record({
    holder: fc.constantFrom(0, 1, 2),
    act: fc.constantFrom('acquire', 'acquire', 'release', 'renew', 'expire'),
    by: fc.constantFrom('us', 'redisson'),
    twice: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(call, { maxLength: 40, size: 'max' }),
      async (permits, calls) => {
        const key = randomUUID();
        const us = ourClient(key);
        const they = redissonClient(redis, key);
        await us.setPermits(permits);
        const own: string[][] = [[], [], []];
        const alive = new Set<string>();
        const ended = new Set<string>();
        for (const { holder, act, by, twice } of calls) {
          const mine = own[holder] ?? [];
          const times = twice && by === 'us' ? [1, 2] : [1];
          if (act === 'acquire') {
            const id = newId();
            const granted = alive.size < permits;
            for (const _ of times) {
              if (by === 'us') expect((await us.acquire(id)).code === ReplyCode.done).toBe(granted);
              else expect((await they.permitAcquire(id, LEASE_MS)) === 'OK').toBe(granted);
            }
            if (granted) {
              alive.add(id);
              mine.push(id);
            }
            // Whoever asks takes one back: the one whose lease ended first.
            const [gone] = [...ended].filter((each) => each !== id);
            if (gone !== undefined) ended.delete(gone);
          } else {
            const id = act === 'release' ? mine.shift() : mine[0];
            if (id === undefined) continue;
            if (act === 'expire') {
              if (!alive.delete(id)) continue;
              await expire(key, id);
              ended.add(id);
            } else if (act === 'renew') {
              const expected = alive.has(id)
                ? ReplyCode.done
                : ended.has(id)
                  ? ReplyCode.leaseEnded
                  : ReplyCode.absent;
              expect((await us.renew(id)).code).toBe(expected);
            } else {
              for (const time of times) {
                const here = time === 1 && (alive.has(id) || ended.has(id));
                const held = alive.has(id) ? ReplyCode.done : ReplyCode.leaseEnded;
                if (by === 'us') expect((await us.release(id)).code).toBe(here ? held : ReplyCode.absent);
                else expect(await they.permitRelease(id)).toBe(Number(alive.has(id)));
              }
              alive.delete(id);
              ended.delete(id);
            }
          }
          const [free, held] = await Promise.all(keysOf(key).map((each) => contentsOf(redis, each)));
          const inRedis = Object.keys(held?.value ?? {});
          expect(inRedis.sort()).toEqual([...alive, ...ended].sort());
          expect(Number(free?.value) + inRedis.length).toBe(permits);
          expect(alive.size).toBeLessThanOrEqual(permits);
        }
      },
    ),
    { numRuns: 100 },
  );
});
