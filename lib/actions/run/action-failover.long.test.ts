import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { startClusterRuntime } from '../../../e2e/support/cluster-runtime';
import { LOCK_ACTIONS, type LockAction } from '../../contract/action-codes';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { isConsoleError } from '../../domain/values/errors';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

/**
 * Acts: `LOCKSCOPE_ACTS=10000 npx vitest run --project faults lib/actions/run/action-failover` is the long run. In each round
 * a replica takes over from its master, without loss, while operators act on what they saw before it, and half of the locks
 * have a successor by then or get one meanwhile.
 */
const ACTS = Number(process.env.LOCKSCOPE_ACTS ?? 150);
const KEYS = 50;
const ROUNDS = Math.ceil(ACTS / KEYS);
const LEASE_MS = 60_000;
const EXTENDED_MS = 20 * 3_600_000;

const caller = callerAt('127.0.0.1');
const own = await startClusterRuntime(1);
const { cluster, redis, runtime } = own;
afterAll(() => own.close());

const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;

async function take(key: string): Promise<string> {
  const token = `${randomUUID()}:1`;
  await redis.multi().del(key).hset(key, token, 1).pexpire(key, LEASE_MS).exec();
  return token;
}

test('acts during a failover touch no successor, and each that was not done says why', {
  timeout: 180_000 + ROUNDS * 20_000,
}, async () => {
  const unlimited = { ...runtime, actLimit: { take: () => () => {} } };
  const all: Record<string, number> = { acts: 0, done: 0, successors: 0, touched: 0 };
  const count = (name: string) => {
    all[name] = (all[name] ?? 0) + 1;
  };

  async function act(key: string, action: LockAction, plan: Awaited<ReturnType<typeof preview>>) {
    await pause(Math.random() * 400);
    const { seen, typedKey } = plan;
    const times = {
      ...(action === 'extend' && { leaseMs: EXTENDED_MS }),
      ...(action === 'quarantine' && { quarantineMs: 1_000 }),
    };
    count('acts');
    try {
      const body = { seen, typedKey, reason: 'stuck', although: 'alive' as const, ...times };
      await runAction(unlimited, { id: idOf(key), action, body, caller });
      count('done');
    } catch (error) {
      if (!isConsoleError(error)) throw error;
      expect(error.details.auditId, error.message).toBeDefined();
      count(error.code);
    }
  }

  for (let round = 0; round < ROUNDS; round++) {
    const tag = randomUUID();
    const keys = Array.from({ length: KEYS }, (_, at) => `order:{${tag}}:${at}:lock`);
    await Promise.all(keys.map(take));
    const acts = await Promise.all(
      keys.map(async (key, at) => {
        const action = LOCK_ACTIONS[at % LOCK_ACTIONS.length] ?? 'release';
        return { key, action, plan: await preview(runtime, idOf(key), { action, quarantineMs: 1_000 }) };
      }),
    );
    const successors = new Map<string, string>();
    const succeed = keys
      .filter((_, at) => at % 2 === 0)
      .map(async (key) => {
        await pause(Math.random() * 400);
        successors.set(key, await take(key));
      });
    const failover = cluster.failover(await cluster.slotOf(keys[0] ?? ''));
    await Promise.all([failover, ...succeed, ...acts.map(({ key, action, plan }) => act(key, action, plan))]);
    await runtime.quarantines.idle();
    for (const [key, token] of successors) {
      count('successors');
      if (!(await own.isWhole(key, token, LEASE_MS))) count('touched');
    }
    await redis.del(...keys);
    await own.followed();
  }
  if (process.env.LOCKSCOPE_ACTS) process.stdout.write(`${JSON.stringify(all)}\n`);
  expect(all.touched).toBe(0);
  expect(all.done).toBeGreaterThan(0);
  expect(all.successors).toBe(ROUNDS * Math.ceil(KEYS / 2));
});
