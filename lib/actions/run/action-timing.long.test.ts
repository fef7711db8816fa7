import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { ENTER, RENEW, TAKE } from '../../../e2e/support/holder-scripts';
import { LOCK_ACTIONS, type LockAction } from '../../contract/action-codes';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { isConsoleError } from '../../domain/values/errors';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

/**
 * Rounds of each: `LOCKSCOPE_ROUNDS=10000 npx vitest run --project faults lib/actions/run/action-timing` is the long run. In
 * each an operator acts on what was seen while its lease ends and another takes it, while its holder enters it once more, or
 * while its holder renews it.
 */
const ROUNDS = Number(process.env.LOCKSCOPE_ROUNDS ?? 60);
const AT_ONCE = 10;
const LEASE_MS = 30_000;
const EXTENDED_MS = 20 * 3_600_000;
const QUARANTINE_MS = 1_000;

const own = await fileRuntime();
const caller = callerAt('127.0.0.1');
const { redis } = own;

/** What a preview and an act take here now, in ms: what happens meanwhile has to happen within that, however busy the machine is. */
const usual = { preview: 40, act: 40 };
const learn = (what: keyof typeof usual, startedAt: number) => {
  usual[what] = 0.8 * usual[what] + 0.2 * (performance.now() - startedAt);
};
/** Anywhere from before an act to after it. */
const duringAct = () => pause(Math.random() * 1.5 * usual.act);

type Round = { key: string; owner: string; act(): Promise<'done' | 'refused'> };
/** Plays one round; what went wrong, or null. */
type Story = (round: Round, action: LockAction) => Promise<string | null>;

const STORIES: Record<string, { leaseMs(): number; play: Story }> = {
  'its lease ends and another takes it': {
    leaseMs: () => Math.round(50 + 3 * usual.preview),
    async play({ key, act }, action) {
      const successor = `${randomUUID()}:1`;
      // Before anybody else takes it, whose lease is another.
      const leftMs = Math.max(0, await redis.pttl(key));
      let isOver = false;
      const taking = (async () => {
        while (!isOver) {
          if (await redis.eval(TAKE, 1, key, successor, LEASE_MS)) return true;
          await pause(2);
        }
        return (await redis.eval(TAKE, 1, key, successor, LEASE_MS)) === 1;
      })();
      await pause(Math.max(0, leftMs + (Math.random() - 0.8) * 2 * usual.act));
      const outcome = await act();
      isOver = true;
      if (!(await taking))
        return action === 'release' && outcome === 'done' ? 'released, and not free' : null;
      const [fields, ttlMs] = [await redis.hkeys(key), await redis.pttl(key)];
      return fields.join() === successor && ttlMs <= LEASE_MS ? null : 'the successor was touched';
    },
  },
  'its holder enters it once more': {
    leaseMs: () => LEASE_MS,
    async play({ key, owner, act }, action) {
      const entering = duringAct().then(() => redis.eval(ENTER, 1, key, owner, LEASE_MS));
      await pause(Math.random() * 0.3 * usual.act);
      const outcome = await act();
      const count = Number(await entering);
      const left = await redis.hget(key, owner);
      if (outcome === 'refused' || action === 'extend')
        return count === 2 && left !== '2' ? 'a hold that was entered again was touched' : null;
      return count === 0 && left === null ? null : 'it was taken from a holder who had entered it again';
    },
  },
  'its holder renews it': {
    leaseMs: () => LEASE_MS,
    async play({ key, owner, act }, action) {
      const renewing = duringAct().then(() => redis.eval(RENEW, 1, key, owner, LEASE_MS));
      await pause(Math.random() * 0.3 * usual.act);
      const outcome = await act();
      await renewing;
      const isHeld = (await redis.hexists(key, owner)) === 1;
      if (outcome === 'refused' || action === 'extend') return isHeld ? null : 'refused, and yet taken away';
      return isHeld ? 'done, and its holder has it still' : null;
    },
  },
};

const cases = LOCK_ACTIONS.flatMap((action) => Object.keys(STORIES).map((story) => ({ action, story })));

describe.each(cases)('$action while $story', ({ action, story }) => {
  test('does exactly what was asked for, or nothing, and says why', {
    timeout: 120_000 + ROUNDS * 200,
  }, async () => {
    const { runtime } = own;
    const unlimited = { ...runtime, actLimit: { take: () => () => {} } };
    const { leaseMs, play } = STORIES[story] as (typeof STORIES)[string];
    const tally = { done: 0, refused: 0, unread: 0 };
    const wrong: string[] = [];

    async function round(): Promise<void> {
      const key = `order:${randomUUID()}:lock`;
      const id = `test.0.${slugOf(bytesOf(key))}`;
      const owner = `${randomUUID()}:47`;
      await redis.multi().hset(key, owner, 1).pexpire(key, leaseMs()).exec();
      const askedAt = performance.now();
      const seen = await preview(runtime, id, { action, quarantineMs: QUARANTINE_MS }).catch(() => null);
      learn('preview', askedAt);
      if (!seen) {
        tally.unread += 1; // its lease ended before it was read
        return;
      }
      const times = {
        ...(action === 'extend' && { leaseMs: EXTENDED_MS }),
        ...(action === 'quarantine' && { quarantineMs: QUARANTINE_MS }),
      };
      const body = {
        seen: seen.seen,
        typedKey: seen.typedKey,
        reason: 'stuck',
        although: 'alive' as const,
        ...times,
      };
      const act = () =>
        runAction(unlimited, { id, action, body, caller }).then(
          () => 'done' as const,
          (error: unknown) => {
            if (!isConsoleError(error)) throw error;
            if (error.code !== 'changed') wrong.push(`${error.code}: ${error.message}`);
            return 'refused' as const;
          },
        );
      const fault = await play(
        {
          key,
          owner,
          act: async () => {
            const startedAt = performance.now();
            const outcome = await act();
            learn('act', startedAt);
            tally[outcome] += 1;
            return outcome;
          },
        },
        action,
      );
      if (fault) wrong.push(fault);
      if (action !== 'quarantine') await redis.del(key);
    }

    for (let done = 0; done < ROUNDS; done += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, ROUNDS - done) }, round));
    await runtime.quarantines.idle();
    if (process.env.LOCKSCOPE_ROUNDS) process.stdout.write(`${action}, ${story}: ${JSON.stringify(tally)}\n`);
    expect(wrong).toEqual([]);
    expect(tally.done).toBeGreaterThan(0);
  });
});
