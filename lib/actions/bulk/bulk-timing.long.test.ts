import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { planBulk, runBulk } from '../../../e2e/support/bulk-run';
import { ENTER, RENEW, TAKE } from '../../../e2e/support/holder-scripts';
import { until } from '../../../e2e/support/redis-server';
import type { BulkResult } from '../../contract/bulk';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';

/**
 * Locks of each story: `LOCKSCOPE_LOCKS=10000 npx vitest run --project faults lib/actions/bulk` is the long run. They are
 * released in runs of `size` while their leases end, or while their holder enters or renews some of them.
 */
const LOCKS = Number(process.env.LOCKSCOPE_LOCKS ?? 300);
const LEASE_MS = 600_000;

const own = await fileRuntime();
const { redis } = own;
const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;

type Held = { key: string; owner: string };
/** What happens to some of the locks meanwhile: begun before the run, ended after it. Resolves with the faults it then finds. */
type Disturbed = { over(results: ReadonlyMap<string, BulkResult>): Promise<string[]> };
/** How long it usually takes from the first lock to the plan, and the run after it, ms. */
type Usual = { planMs: number; runMs: number };
type Story = {
  size: number;
  /** Of a lock that is taken; default: as long as the longest run. */
  leaseMs?(usual: Usual): number;
  disturb(locks: readonly Held[], usual: Usual): Disturbed;
};

const outcomeOf = (results: ReadonlyMap<string, BulkResult>, key: string) => results.get(idOf(key))?.outcome;

/** The holder lives and does `command` to two of its locks; a lock that it did it to in time stays as it left it. */
function byHolder(run: (redis: Redis, held: Held) => Promise<number>, count: string): Story['disturb'] {
  return (locks, { runMs }) => {
    const done = new Map<string, number>();
    const doing = [...locks]
      .sort(() => Math.random() - 0.5)
      .slice(0, 2)
      .map(async (held) => {
        await pause(Math.random() * 1.2 * runMs);
        done.set(held.key, await run(redis, held));
      });
    return {
      async over(results) {
        await Promise.all(doing);
        const faults = locks.map(async ({ key, owner }) => {
          const [left, isReleased] = [await redis.hget(key, owner), outcomeOf(results, key) === 'released'];
          const found = done.get(key) ?? 0;
          if (isReleased && left !== null) return 'released, and its holder has it still';
          if (isReleased && found > 1) return 'taken from a holder who had entered it again';
          if (!isReleased && left !== (found > 0 ? count : '1')) return `not released, and found as ${left}`;
          return [];
        });
        return (await Promise.all(faults)).flat();
      },
    };
  };
}

const STORIES: Record<string, Story> = {
  'leases end and others take the locks': {
    size: 50,
    leaseMs: ({ planMs, runMs }) => Math.round(0.9 * planMs + Math.random() * 1.5 * runMs),
    disturb(locks) {
      const successors = new Map<string, string>();
      const takeFree = () =>
        Promise.all(
          locks
            .filter(({ key }) => !successors.has(key))
            .map(async ({ key }) => {
              const token = `${randomUUID()}:1`;
              if (await redis.eval(TAKE, 1, key, token, LEASE_MS)) successors.set(key, token);
            }),
        );
      let isOver = false;
      const taking = (async () => {
        while (!isOver) {
          await takeFree();
          await pause(2);
        }
      })();
      return {
        async over() {
          // What was released is free, and what was not is free when its lease ends: each has a successor in the end.
          await until('each lock is taken', () => successors.size === locks.length);
          isOver = true;
          await taking;
          const isWhole = async ({ key }: Held) => (await redis.hkeys(key)).join() === successors.get(key);
          const whole = await Promise.all(locks.map(isWhole));
          return whole.filter((is) => !is).map(() => 'a successor was touched');
        },
      };
    },
  },
  'their holder enters two of them once more': {
    size: 20,
    disturb: byHolder(
      (redis, { key, owner }) => redis.eval(ENTER, 1, key, owner, LEASE_MS) as Promise<number>,
      '2',
    ),
  },
  'their holder renews two of them': {
    size: 20,
    disturb: byHolder(
      (redis, { key, owner }) => redis.eval(RENEW, 1, key, owner, LEASE_MS) as Promise<number>,
      '1',
    ),
  },
};

describe.each(Object.keys(STORIES))('many locks are released while %s', (title) => {
  test('each as it was seen, or not at all, with the reason', {
    timeout: 120_000 + LOCKS * 100,
  }, async () => {
    const { runtime } = own;
    const { collector } = runtime.watched('test');
    const { size, leaseMs, disturb } = STORIES[title] as Story;
    const usual = { planMs: 0, runMs: 0 };
    /** The first run has nothing to be timed by. */
    let isFirst = true;
    const tally: Record<string, number> = {};
    const count = (name: string, n = 1) => {
      tally[name] = (tally[name] ?? 0) + n;
    };
    const wrong: string[] = [];

    for (let done = 0; done < LOCKS; done += size) {
      const tag = randomUUID();
      const locks = Array.from({ length: Math.min(size, LOCKS - done) }, (_, at) => ({
        key: `job:${tag}:${at}:lock`,
        owner: `${tag}:${at}`,
        leaseMs: isFirst || !leaseMs ? LEASE_MS : leaseMs(usual),
      }));
      const ids = locks.map(({ key }) => idOf(key));
      const askedAt = performance.now();
      await Promise.all(
        locks.map(({ key, owner, leaseMs: ms }) => redis.multi().hset(key, owner, 1).pexpire(key, ms).exec()),
      );
      const isOver = (ms: number) => performance.now() - askedAt > ms;
      await until('all are known, or over', () =>
        locks.every(({ key, leaseMs: ms }) => isOver(ms) || collector.find(idOf(key))),
      );
      const plan = await planBulk(runtime, { ids });
      const planMs = performance.now() - askedAt;
      const disturbed = disturb(locks, usual);
      const startedAt = performance.now();
      const { counts, results } = await runBulk(runtime, plan);
      const runMs = performance.now() - startedAt;
      wrong.push(...(await disturbed.over(results)));
      const share = isFirst ? 1 : 0.5;
      usual.planMs += share * (planMs - usual.planMs);
      usual.runMs += share * (runMs - usual.runMs);
      isFirst = false;
      for (const [outcome, n] of Object.entries(counts)) count(outcome, n);
      count('not planned', locks.length - results.size);
      for (const { outcome, because, why } of results.values()) {
        if (because) count(because);
        if (outcome !== 'released' && outcome !== 'not-tried' && !why)
          wrong.push(`${outcome} without a reason`);
        if (because === 'unknown' || because === 'other-data') wrong.push(`${because}: ${why?.message}`);
      }
      await redis.del(...locks.map(({ key }) => key));
    }
    if (process.env.LOCKSCOPE_LOCKS) process.stdout.write(`${title}: ${JSON.stringify(tally)}\n`);
    expect(wrong).toEqual([]);
    expect(tally.released).toBeGreaterThan(0);
    expect((tally.refused ?? 0) + (tally.unexpected ?? 0)).toBeGreaterThan(0);
  });
});
