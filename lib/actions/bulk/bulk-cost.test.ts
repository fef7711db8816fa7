import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { ACT_COMMANDS, commandsSent } from '../../../e2e/support/commands-sent';
import { until } from '../../../e2e/support/redis-server';
import type { BulkEnd, BulkLine, BulkPlan } from '../../contract/bulk';
import { BULK_AT_ONCE } from '../../contract/limits';
import { planned } from '../../domain/actions/bulk';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { bulkPlan } from './bulk-plan';
import { beginReleaseMany } from './release-many';

/** What a plan and a run of so many locks cost, in counts that no machine changes by much. */
const LOCKS = 500;

const own = await fileRuntime();
const caller = callerAt('127.0.0.1');
const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;

afterEach(() => own.redis.flushall());

async function aKilledProcess(count: number) {
  const { redis, runtime } = own;
  const instance = randomUUID();
  const keys = Array.from({ length: count }, (_, n) => `job:${randomUUID()}:${n}:lock`);
  await Promise.all(
    keys.map((key, at) => redis.multi().hset(key, `${instance}:${at}`, 1).pexpire(key, 600_000).exec()),
  );
  const { collector } = runtime.watched('test');
  await until('all are known', () => keys.every((key) => collector.find(idOf(key))));
  return { keys, holder: `instance:${instance}` };
}

async function release(plan: BulkPlan): Promise<BulkEnd['counts']> {
  const items = planned(plan.items).map(({ id, seen }) => ({ id, seen }));
  const { although } = plan.requires;
  const request = {
    ...{ items, count: items.length, reason: 'killed', scope: 'all of it' },
    ...(although && { although }),
  };
  const run = await beginReleaseMany(own.runtime, request, caller);
  let end: BulkEnd | null = null;
  await run.go((line: BulkLine) => {
    if ('end' in line) end = line.end;
  }, new AbortController().signal);
  if (!end) throw new Error('the run said no end');
  return (end as BulkEnd).counts;
}

async function cost<T>(work: () => Promise<T>) {
  const counted = async () => ({
    acts: await commandsSent(own.redis, ACT_COMMANDS),
    all: await commandsSent(own.redis),
  });
  const transactions = vi.spyOn(own.runtime.archive.db, 'transaction');
  const before = await counted();
  const result = await work();
  const after = await counted();
  const commits = transactions.mock.calls.length;
  transactions.mockRestore();
  return { result, acts: after.acts - before.acts, all: after.all - before.all, commits };
}

test('a plan and a run of 500 locks take few commands a lock, and few transactions of the audit', async () => {
  const { keys, holder } = await aKilledProcess(LOCKS);
  const plan = await cost(() => bulkPlan(own.runtime, { holder }, caller));
  // On a busy machine what could not be read in time is left out, and named.
  const count = planned(plan.result.items).length;
  expect(count).toBeGreaterThan(0.8 * LOCKS);
  const run = await cost(() => release(plan.result));
  expect(run.result).toEqual({ released: count, refused: 0, unexpected: 0, 'not-tried': 0 });
  expect(await own.redis.exists(...keys)).toBe(LOCKS - count);
  const { result: _plan, ...ofPlan } = plan;
  const { result: _run, ...ofRun } = run;
  if (process.env.LOCKSCOPE_FIGURES)
    process.stdout.write(`${JSON.stringify({ plan: ofPlan, run: ofRun })}\n`);
  // One compare-and-act for each lock; of a script that the server does not have yet the text is sent as well.
  expect(run.acts).toBeGreaterThanOrEqual(count);
  expect(run.acts).toBeLessThanOrEqual(count + 2 * BULK_AT_ONCE);
  expect(plan.all / LOCKS).toBeLessThan(2.5);
  expect(run.all / count).toBeLessThan(4.6);
  expect(run.commits).toBeLessThan(count / 3);
});

test('after the first surprise nothing is begun: at most those that were under way are released', async () => {
  const { keys, holder } = await aKilledProcess(200);
  const plan = await bulkPlan(own.runtime, { holder }, caller);
  const order = planned(plan.items).map(({ key }) => key.text);
  const surprise = 70;
  const again = order[surprise] ?? '';
  const [token = ''] = await own.redis.hkeys(again);
  await own.redis.hincrby(again, token, 1);
  const counts = await release(plan);
  expect(counts).toMatchObject({ refused: 0, unexpected: 1 });
  expect(counts.released).toBeLessThanOrEqual(surprise + BULK_AT_ONCE - 1);
  expect(counts.released + counts['not-tried']).toBe(199);
  expect(await own.redis.exists(...keys)).toBe(200 - counts.released);
});

test('no lock is freed before its own entry is in the audit', async () => {
  const { keys, holder } = await aKilledProcess(60);
  const plan = await bulkPlan(own.runtime, { holder }, caller);
  const entries = vi.spyOn(own.runtime.history, 'appendAudit');
  const listener = own.redis.duplicate();
  const looked: Promise<number>[] = [];
  listener.on('pmessage', (_pattern, channel: string) => {
    const key = /\{(.*)\}$/.exec(channel)?.[1] ?? '';
    const asked = own.runtime.archive.audit({ lockId: idOf(key), limit: 9 });
    looked.push(asked.then((found) => found.length));
  });
  await listener.psubscribe('redisson_lock__channel:*');
  await release(plan);
  await until('all were published', () => looked.length === keys.length);
  expect(new Set(await Promise.all(looked))).toEqual(new Set([1]));
  expect(entries).toHaveBeenCalledTimes(61);
  entries.mockRestore();
  listener.disconnect();
});
