import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import Redlock from 'redlock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planBulk, runBulk } from '../../../e2e/support/bulk-run';
import { type RedisServer, until } from '../../../e2e/support/redis-server';
import { type RedlockRuntime, startRedlockRuntime } from '../../../e2e/support/redlock-runtime';
import { toldApart } from '../../../e2e/support/told-apart';
import type { BulkPlan } from '../../contract/bulk';
import { BULK_AT_ONCE } from '../../contract/limits';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import type { Runtime } from '../../server/runtime/types';

/** Masters that come back with what they had. */
const KEPT = ['--appendonly', 'yes', '--appendfsync', 'always'];
const LOCKS = 3 * BULK_AT_ONCE;

let own: RedlockRuntime;
let servers: RedisServer[];
let nodes: Redis[];
let runtime: Runtime;
beforeAll(async () => {
  own = await startRedlockRuntime(KEPT);
  ({ servers, nodes, runtime } = own);
});
afterAll(() => own.close());

const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;
const keptOn = (at: number, keys: readonly string[]) => nodes[at]?.exists(...keys);
const votesOf = (key: string) =>
  runtime
    .watched('test')
    .collector.find(idOf(key))
    ?.lock.votes?.map(({ vote }) => vote);
const isRead = (keys: readonly string[], ...votes: string[]) =>
  until(`the votes are ${votes}`, () =>
    keys.every((key) => JSON.stringify(votesOf(key)) === JSON.stringify(votes)),
  );

/** Locks of node-redlock on every master, of a process that said nothing of itself. */
async function held(): Promise<string[]> {
  const keys = Array.from({ length: LOCKS }, (_, at) => `order:${randomUUID()}:${at}:lock`);
  const redlock = new Redlock(nodes, { retryCount: 0 });
  await Promise.all(keys.map((key) => redlock.acquire([key], 600_000)));
  await isRead(keys, 'yes', 'yes', 'yes');
  return keys;
}

/** Asks for what is left of a plan, of the holders that it showed, as the console does after a run that stopped. */
const planAgain = ({ items }: BulkPlan) =>
  planBulk(runtime, { held: items.map(({ id, holder }) => ({ id, token: holder?.token.text ?? '' })) });

const consent = ({ requires }: BulkPlan) => requires.although;

test('with one master away each lock is free, and the audit names the master that was not reached', async () => {
  const keys = await held();
  const plan = await planBulk(runtime, { ids: keys.map(idOf) });
  await servers[2]?.stop('SIGKILL');
  await isRead(keys, 'yes', 'yes', 'unread');
  const { counts, results } = await runBulk(runtime, plan, consent(plan));
  expect(counts).toEqual({ released: LOCKS, refused: 0, unexpected: 0, 'not-tried': 0 });
  for (const at of [0, 1]) expect(await keptOn(at, keys)).toBe(0);
  const ids = new Set([...results.values()].map(({ auditId }) => auditId));
  const entries = (await runtime.history.audit({ limit: 100 })).filter(({ id }) => ids.has(id));
  expect(entries).toHaveLength(LOCKS);
  for (const { outcome, details } of entries) {
    expect(outcome).toBe('released');
    expect(details.nodes).toMatchObject([
      { outcome: 'released' },
      { outcome: 'released' },
      { outcome: 'unreached' },
    ]);
  }

  await servers[2]?.start();
  await isRead(keys, 'no', 'no', 'yes');
  expect(await keptOn(2, keys), 'what one master still has is nobody’s lock').toBe(LOCKS);
  const again = await planAgain(plan);
  await runBulk(runtime, again, consent(again));
  expect(await keptOn(2, keys)).toBe(0);
});

test('with two masters away the run stops, and what it left is released when they are back', async () => {
  const keys = await held();
  const plan = await planBulk(runtime, { ids: keys.map(idOf) });
  await Promise.all([1, 2].map((at) => servers[at]?.stop('SIGKILL')));
  await isRead(keys, 'yes', 'unread', 'unread');
  const { counts, results } = await runBulk(runtime, plan, consent(plan));
  const stopped = [...results.values()].filter(({ outcome }) => outcome === 'unexpected');
  expect(counts).toEqual({
    ...{ released: 0, refused: 0 },
    ...{ unexpected: stopped.length, 'not-tried': LOCKS - stopped.length },
  });
  expect(stopped.length).toBeGreaterThan(0);
  expect(stopped.length).toBeLessThanOrEqual(BULK_AT_ONCE);
  for (const { because, why } of stopped)
    expect([because, why]).toEqual([
      'error',
      { code: 'quorum-not-reached', message: 'released on 1 of 3 nodes' },
    ]);

  await Promise.all([1, 2].map((at) => servers[at]?.start()));
  const short = new Set(stopped.map(({ id }) => id));
  const [freed, untouched] = [true, false].map((is) => keys.filter((key) => short.has(idOf(key)) === is));
  await isRead(freed ?? [], 'no', 'yes', 'yes');
  await isRead(untouched ?? [], 'yes', 'yes', 'yes');
  const again = await planAgain(plan);
  const second = await runBulk(runtime, again, consent(again));
  expect(second.counts).toEqual({ released: LOCKS, refused: 0, unexpected: 0, 'not-tried': 0 });
  for (const at of [0, 1, 2]) expect(await keptOn(at, keys)).toBe(0);
});

test('a successor on two masters keeps them, while one master is away', async () => {
  const keys = await held();
  const plan = await planBulk(runtime, { ids: keys.map(idOf) });
  const [taken = ''] = keys;
  await servers[2]?.stop('SIGKILL');
  await isRead(keys, 'yes', 'yes', 'unread');
  const two = nodes.slice(0, 2);
  await Promise.all(two.map((redis) => redis.del(taken)));
  const successor = await new Redlock(two, { retryCount: 0 }).acquire([taken], 600_000);
  const { counts, results } = await runBulk(runtime, plan, consent(plan));
  expect(results.get(idOf(taken))).toMatchObject({ outcome: 'refused', because: 'successor' });
  expect(counts).toEqual({ released: LOCKS - 1, refused: 1, unexpected: 0, 'not-tried': 0 });
  for (const redis of two) expect(await redis.get(taken)).toBe(successor.value);
  await servers[2]?.start();
});

test('a key that too few masters freed is not said to be released, though the rest of its hold was', async () => {
  const [short = '', whole = ''] = ['short', 'whole'].map((name) => `order:${randomUUID()}:${name}:lock`);
  const redlock = new Redlock(nodes, { retryCount: 0 });
  await toldApart(() => redlock.acquire([short, whole], 600_000), nodes, [short, whole]);
  await isRead([short, whole], 'yes', 'yes', 'yes');
  const plan = await planBulk(runtime, { ids: [idOf(short), idOf(whole)] });
  const allow = (keys: string) =>
    Promise.all(nodes.slice(1).map((redis) => redis.call('ACL', 'SETUSER', 'default', 'resetkeys', keys)));
  await allow('~*:whole:lock');
  const { results } = await runBulk(runtime, plan, consent(plan)).finally(() => allow('~*'));
  expect(results.get(idOf(short))).toMatchObject({ outcome: 'unexpected', because: 'error' });
  expect(results.get(idOf(whole))).toMatchObject({ outcome: 'released' });
  const outcomeOf = async (key: string) =>
    (await runtime.history.audit({ limit: 1, lockId: idOf(key) }))[0]?.outcome;
  expect([await outcomeOf(short), await outcomeOf(whole)]).toEqual(['partly-released', 'partly-released']);
});
