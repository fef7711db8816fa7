import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { until } from '../../../e2e/support/redis-server';
import { LOCK_ACTIONS, type LockAction } from '../../contract/action-codes';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import {
  channelOf,
  fairDeadlinesOf,
  fairQueueOf,
  permitDeadlinesOf,
  rwChannelOf,
  semaphoreChannelOf,
} from '../../domain/keys/redisson-names';
import { isConsoleError } from '../../domain/values/errors';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

/**
 * Rounds of each race; `LOCKSCOPE_ROUNDS=5000 npx vitest run lib/actions/action-races` is the long run.
 * In each round eight operators act on what they saw while its holder gives it back and a successor takes it.
 */
const ROUNDS = Number(process.env.LOCKSCOPE_ROUNDS ?? 40);
const OPERATORS = 8;
/** Each round has a lock and operators of its own, and waits more than it computes. */
const AT_ONCE = 5;
const START_WITHIN_MS = 3;
/** Longer than the longest run of one race: who has a lock then has it because nobody took it away. */
const LEASE_MS = 2 * 3_600_000;
/** What an extension gives, and nothing else. */
const EXTENDED_MS = 20 * 3_600_000;
const QUARANTINE_MS = 1_000;

const own = await fileRuntime();
const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;
const THREAD = `${randomUUID()}:47`;
const caller = callerAt('127.0.0.1');
const token = () => `0fc231521bc679${randomUUID().replaceAll('-', '').slice(14)}`;

type Race = {
  title: string;
  /** Takes a free lock; the next call is its successor. Resolves with what the lock then holds. */
  take(redis: Redis, key: string): Promise<unknown>;
  free?(redis: Redis, key: string): Promise<unknown>;
  /** Whether somebody has it; default: the key is there. */
  isHeld?(redis: Redis, key: string): Promise<boolean>;
  /** Its format allows a quarantine. */
  canBeQuarantined?: true;
  /** It never expires, or later than an extension reaches. */
  isEndless?: true;
  /** Nothing in Redis tells its successor from it in the moment of the act: only one that the collector saw is safe. */
  canBeMissed?: true;
};

const del = (redis: Redis, key: string) => redis.del(key);
const isThere = async (redis: Redis, key: string) => (await redis.exists(key)) === 1;
const redissonFree = (redis: Redis, key: string) =>
  redis.multi().del(key).publish(channelOf(key), '0').exec();
const hold = (redis: Redis, key: string, owner: string) =>
  redis.multi().hset(key, owner, 1).pexpire(key, LEASE_MS).exec();

const RACES: Race[] = [
  {
    title: 'a unique token',
    take: (redis, key) => redis.set(key, token(), 'PX', LEASE_MS, 'NX'),
    canBeQuarantined: true,
  },
  {
    title: 'a unique token without TTL',
    take: (redis, key) => redis.set(key, token(), 'NX'),
    isEndless: true,
  },
  {
    title: 'a reentrant lock of another thread',
    take: (redis, key) => hold(redis, key, `${randomUUID()}:1`),
    free: redissonFree,
    canBeQuarantined: true,
  },
  {
    title: 'a fair lock with a queue',
    async take(redis, key) {
      await redis.rpush(fairQueueOf(key), THREAD);
      await redis.zadd(fairDeadlinesOf(key), Date.now() + 300_000, THREAD);
      return hold(redis, key, `${randomUUID()}:1`);
    },
    free: redissonFree,
    canBeQuarantined: true,
  },
  {
    title: 'a writer',
    take: (redis, key) =>
      redis.multi().hset(key, 'mode', 'write', `${randomUUID()}:1:write`, 1).pexpire(key, LEASE_MS).exec(),
    free: (redis, key) => redis.multi().del(key).publish(rwChannelOf(key), '1').exec(),
  },
  {
    title: 'a permit',
    take: (redis, key) =>
      redis
        .multi()
        .set(key, 0)
        .zadd(permitDeadlinesOf(key), Date.now() + 300_000, randomBytes(16))
        .exec(),
    free: (redis, key) =>
      redis.multi().set(key, 1).del(permitDeadlinesOf(key)).publish(semaphoreChannelOf(key), '1').exec(),
    isHeld: async (redis, key) => (await redis.zcard(permitDeadlinesOf(key))) === 1,
  },
  {
    title: "the same thread's next hold",
    take: (redis, key) => hold(redis, key, THREAD),
    free: redissonFree,
    canBeQuarantined: true,
  },
  {
    title: 'a constant value without TTL',
    take: (redis, key) => redis.set(key, '1', 'NX'),
    canBeMissed: true,
    isEndless: true,
  },
  {
    title: 'a constant value with TTL',
    take: (redis, key) => redis.set(key, '1', 'PX', LEASE_MS, 'NX'),
    canBeMissed: true,
  },
  {
    title: 'a constant value with the same EXAT deadline',
    take: (redis, key) => redis.call('SET', key, '1', 'NX', 'EXAT', 4_000_000_000),
    canBeMissed: true,
    isEndless: true,
  },
];

/** Whether what is there now was changed by an act. */
const isTouchedBy: Record<LockAction, (redis: Redis, key: string, race: Race) => Promise<boolean>> = {
  release: async (redis, key, { isHeld = isThere }) => !(await isHeld(redis, key)),
  extend: async (redis, key) => (await redis.pttl(key)) > EXTENDED_MS / 2,
  quarantine: async (redis, key) =>
    (await redis.type(key)) === 'hash'
      ? (await redis.hkeys(key)).some((field) => field.startsWith('lockscope_quarantine'))
      : ((await redis.get(key)) ?? '').startsWith('lockscope_quarantine'),
};

const RUNS = RACES.flatMap((race) =>
  LOCK_ACTIONS.filter(
    (action) =>
      action === 'release' ||
      (action === 'quarantine' ? race.canBeQuarantined : !race.isEndless && race.title !== 'a permit'),
  ).map((action) => ({ action, title: race.title, race })),
);

/** So long a successor may take to be seen, ms, before it comes once more by itself. */
const NOTICED_MS = 2_000;

const forget = (redis: Redis, key: string) =>
  redis.del(key, fairQueueOf(key), fairDeadlinesOf(key), permitDeadlinesOf(key));

type Tally = {
  rounds: number;
  released: number;
  refused: number;
  /** Of them, those that were refused since the hold could not be read in time. */
  unread: number;
  touchedSeen: number;
  touchedUnseen: number;
};
const tallies: Record<string, Tally> = {};
afterAll(() => {
  if (!process.env.LOCKSCOPE_ROUNDS) return;
  for (const [title, tally] of Object.entries(tallies))
    process.stdout.write(`${title}: ${JSON.stringify(tally)}\n`);
});

describe.each(RUNS)('$action of $title', ({ title, action, race }) => {
  const { take, free = del, isHeld = isThere, canBeMissed } = race;
  test(`a successor that the collector saw is never touched`, {
    timeout: 120_000 + ROUNDS * 2_000,
  }, async () => {
    const { runtime, redis } = own;
    const { collector } = runtime.watched('test');
    const tally: Tally = { rounds: 0, released: 0, refused: 0, unread: 0, touchedSeen: 0, touchedUnseen: 0 };
    tallies[`${action} of ${title}`] = tally;
    const successors: string[] = [];
    const unlimited = { ...runtime, actLimit: { take: () => () => {} } };
    // The successor comes anywhere in the time that acts take, or a little later.
    let usualMs = 20;
    async function play(round: number): Promise<void> {
      const key = `order:${randomUUID()}:lock`;
      const id = idOf(key);
      await take(redis, key);
      const { seen, typedKey } = await preview(runtime, id, { action });
      const times = {
        ...(action === 'extend' && { leaseMs: EXTENDED_MS }),
        ...(action === 'quarantine' && { quarantineMs: QUARANTINE_MS }),
      };
      const body = { seen, typedKey, reason: 'stuck', although: 'alive' as const, ...times };
      const numberNow = () => collector.find(id)?.acquisitions[0];
      // Every other round nobody acts before the collector saw the successor: then none may succeed.
      const isSeen = round % 2 === 1;
      const swap = async () => {
        if (!isSeen) await pause(Math.random() * usualMs);
        await free(redis, key);
        await take(redis, key);
      };
      const operate = async () => {
        if (!isSeen) await pause(Math.random() * START_WITHIN_MS);
        const hadSeen = numberNow() !== seen.acquisition?.version;
        try {
          await runAction(unlimited, { id, action, body, caller });
          return { released: true, hadSeen };
        } catch (error) {
          const isUnread = isConsoleError(error) && error.details.mayHaveHappened === false;
          if (isUnread)
            tally.unread += 1; // a busy machine: the collector could not tell in time
          else if (!isConsoleError(error, 'changed')) throw error;
          return { released: false, hadSeen };
        }
      };
      const swapping = swap();
      const isNoticed = () => {
        const now = numberNow();
        return now !== undefined && now !== seen.acquisition?.version;
      };
      if (isSeen) {
        await swapping;
        // Where an end and what follows it come with one message, a busy machine reads them as one hold that goes on.
        if (!(await until('the successor is seen', isNoticed, NOTICED_MS).catch(() => false))) {
          await free(redis, key);
          await until('its end is seen', () => !collector.find(id)?.lock.holders.length);
          await take(redis, key);
          await until('the successor is seen', isNoticed);
        }
      }
      const startedAt = performance.now();
      const results = await Promise.all(Array.from({ length: OPERATORS }, operate));
      if (!isSeen) usualMs = 0.8 * usualMs + 0.2 * 1.2 * (performance.now() - startedAt);
      await swapping;
      const released = results.filter((result) => result.released);
      const isKept = !(await isTouchedBy[action](redis, key, race));
      tally.rounds += 1;
      tally.released += released.length;
      tally.refused += results.length - released.length;
      if (!isKept && (isSeen || released.some(({ hadSeen }) => hadSeen))) tally.touchedSeen += 1;
      else if (!isKept) tally.touchedUnseen += 1;
      if (action === 'quarantine' && isKept) successors.push(key);
      else await forget(redis, key);
    }
    for (let done = 0; done < ROUNDS; done += AT_ONCE) {
      const size = Math.min(AT_ONCE, ROUNDS - done);
      await Promise.all(Array.from({ length: size }, (_, n) => play(done + n)));
    }
    // A quarantine that ends frees nobody but itself.
    await runtime.quarantines.idle();
    for (const key of successors) {
      if (!(await isHeld(redis, key))) tally.touchedUnseen += 1;
      await forget(redis, key);
    }
    expect(tally.touchedSeen).toBe(0);
    if (!canBeMissed) expect(tally.touchedUnseen).toBe(0);
    expect(tally.refused).toBeGreaterThan(0);
  });
});
