import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { waitingFor } from '../../../e2e/support/a-lock';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { watchesOn } from '../../../e2e/support/watch';
import { fairChannelOf, fairDeadlinesOf, fairQueueOf } from '../../domain/keys/redisson-names';
import { runScript } from '../../redis/run-script';
import { scripts } from '../../redis/scripts.generated';

const own = fileServer();
const { watching } = watchesOn(() => own.server.url);

const newKey = () => `orders:${randomUUID()}`;
const newOwner = () => `${randomUUID()}:47`;
const keysOf = (key: string) => [key, fairQueueOf(key), fairDeadlinesOf(key)];
const LEASE_MS = 60_000;
const WAIT_MS = 300_000;

/** Asks for the lock as a waiter does: acquires it when first in the queue, joins the queue otherwise. */
async function ask(key: string, owner: string) {
  await runScript(own.redis, scripts.acquireFair, keysOf(key), [owner, LEASE_MS, 1, WAIT_MS]);
}

async function release(key: string, owner: string) {
  const channel = fairChannelOf(key, owner).slice(0, -owner.length - 1);
  await runScript(own.redis, scripts.releaseFair, keysOf(key), [owner, LEASE_MS, channel, 'PUBLISH', 0]);
}

async function queue(key: string, owner: string, deadlineMs: number) {
  await own.redis.multi().rpush(fairQueueOf(key), owner).zadd(fairDeadlinesOf(key), deadlineMs, owner).exec();
}

async function listening(key: string, owner: string) {
  const waiter = own.redis.duplicate();
  await waiter.subscribe(fairChannelOf(key, owner));
  return waiter;
}

test('a fair lock that is given back while others wait is free until the first of them has it', async () => {
  const key = newKey();
  const [holder, first, second] = [newOwner(), newOwner(), newOwner()];
  const { lock, events, collector, problems } = await watching();
  const removed: string[] = [];
  collector.onPatch((patch) => removed.push(...patch.removed));
  await ask(key, holder);
  const waiter = await listening(key, first);
  await ask(key, first);
  await ask(key, second);
  await until('two wait', () => waitingFor(lock(key)) === 2);
  const before = lock(key);

  await release(key, holder);
  await until('it is free', () => lock(key)?.state === 'free');
  expect(lock(key)).toMatchObject({
    id: before?.id,
    kind: 'fair',
    format: { id: 'redisson-fair-lock' },
    reason: { code: 'waiting', values: { count: 2 } },
    holders: [],
    ttlMs: 'none',
    leaseMs: null,
    waiters: { count: 2 },
    ghosts: 0,
    actions: { release: false, extend: false, quarantine: false },
    findings: [],
  });

  await ask(key, second);
  await ask(key, first);
  await until('the first has it', () => lock(key)?.holders.length === 1);
  expect(lock(key)).toMatchObject({
    state: 'contended',
    holders: [{ token: { text: first } }],
    waiters: { count: 1 },
    actions: { release: true, extend: true },
    findings: [],
  });
  expect(lock(key)?.leaseMs).toBeGreaterThan(50_000);
  const told = () =>
    events
      .filter((event) => event.key === key && event.kind !== 'waiters-changed')
      .map(({ kind, by, holder: of }) => `${kind} ${by} ${of}`);
  await until('that is told', () => told().length === 3);
  expect(told().slice(1)).toEqual([`released event ${holder}`, `acquired event ${first}`]);
  expect(removed).toEqual([]);
  expect(problems).toEqual([]);
  waiter.disconnect();
});

test('a queue without its lock is a row, once, however it was met, and goes with the queue', async () => {
  const [met, written] = [newKey(), newKey()];
  await queue(met, newOwner(), Date.now() - 1_000);
  await queue(met, newOwner(), Date.now() - 500);
  const { lock, kinds, collector } = await watching();
  await until('the one that was there', () => lock(met));
  expect(lock(met)).toMatchObject({ state: 'free', waiters: { count: 0 }, ghosts: 2, findings: [] });
  await queue(written, newOwner(), Date.now() + WAIT_MS);
  await until('the one that came', () => waitingFor(lock(written)) === 1);
  const its = collector.locks().filter(({ key }) => key.text.includes(met) || key.text.includes(written));
  expect(its.map(({ key }) => key.text).sort()).toEqual([met, written].sort());

  for (const key of [met, written]) {
    await until('that it was seen', () => kinds(key).includes('first-seen'));
    await own.redis.del(fairQueueOf(key), fairDeadlinesOf(key));
    await until('it is gone', () => lock(key) === undefined);
    expect(kinds(key).filter((kind) => kind !== 'waiters-changed')).toEqual(['first-seen']);
  }
});

test('the queue of a lock with braces around its whole name is not taken for another lock', async () => {
  const inner = newKey();
  const key = `{${inner}}`;
  const [holder, waiter] = [newOwner(), newOwner()];
  await ask(key, holder);
  await ask(key, waiter);
  const { lock, collector } = await watching();
  await until('it is held', () => waitingFor(lock(key)) === 1);
  await release(key, holder);
  await until('it is free', () => lock(key)?.state === 'free');
  await queue(inner, newOwner(), Date.now() + WAIT_MS);
  await until('one joined', () => waitingFor(lock(key)) === 2);
  await collector.refresh([inner]);
  expect(lock(inner)).toBeUndefined();
});

test('a free lock kept for a waiter for which nobody listens is found, until somebody does', async () => {
  const key = newKey();
  const [dead, other] = [newOwner(), newOwner()];
  await queue(key, dead, Date.now() + WAIT_MS);
  await queue(key, other, Date.now() + 2 * WAIT_MS);
  const waiter = await listening(key, other);
  const { lock } = await watching();
  await until('the finding', () => lock(key)?.findings.length);
  expect(lock(key)).toMatchObject({
    state: 'at-risk',
    reason: { code: 'dead-waiter-blocks' },
    findings: [{ code: 'dead-waiter-blocks', severity: 'at-risk', evidence: [{ code: 'dead-waiter' }] }],
  });
  const { waiter: who, behind, leftMs } = lock(key)?.findings[0]?.evidence[0]?.values ?? {};
  expect([who, behind]).toEqual([dead, 1]);
  expect(leftMs).toBeGreaterThan(WAIT_MS - 60_000);
  expect(leftMs).toBeLessThanOrEqual(WAIT_MS);

  const back = await listening(key, dead);
  await until('it is cleared', () => lock(key)?.findings.length === 0);
  expect(lock(key)).toMatchObject({ state: 'free', waiters: { count: 2 } });
  back.disconnect();
  await until('it is back', () => lock(key)?.findings.length === 1);

  await own.redis.multi().lrem(fairQueueOf(key), 1, dead).zrem(fairDeadlinesOf(key), dead).exec();
  await until('the next one has the turn', () => lock(key)?.findings.length === 0);
  await ask(key, other);
  await until('it is held', () => lock(key)?.holders[0]?.token.text === other);
  expect(lock(key)?.findings).toEqual([]);
  waiter.disconnect();
});

test('a free lock is still known after the connection was lost', async () => {
  const key = newKey();
  const waiter = newOwner();
  await queue(key, waiter, Date.now() + WAIT_MS);
  const { lock, kinds } = await watching();
  await until('it is free', () => lock(key)?.state === 'free');
  const silent = until('its node is silent', () => lock(key)?.state === 'unknown');
  for (const type of ['normal', 'pubsub'])
    await own.redis.call('CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes');
  await silent;
  await until('it is read again', () => lock(key)?.state !== 'unknown');
  await until('it is shown', () => lock(key));
  await ask(key, waiter);
  await until('that it is taken', () => kinds(key).includes('acquired'));
  expect(kinds(key).filter((kind) => kind !== 'waiters-changed')).toEqual(['first-seen', 'acquired']);
});

test('another program that writes the key of a free lock collides with it, and the lock itself does not', async () => {
  const key = newKey();
  const [holder, waiter] = [newOwner(), newOwner()];
  await ask(key, holder);
  await ask(key, waiter);
  const { lock } = await watching();
  const collides = () => lock(key)?.findings.some(({ code }) => code === 'key-collision');
  await until('it is held', () => waitingFor(lock(key)) === 1);
  await release(key, holder);
  await until('it is free', () => lock(key)?.state === 'free');
  expect(collides()).toBe(false);
  await ask(key, waiter);
  await until('it is held', () => lock(key)?.holders[0]?.token.text === waiter);
  expect(collides()).toBe(false);
  await ask(key, holder);
  await release(key, waiter);
  await until('it is free', () => lock(key)?.state === 'free');
  await own.redis.set(key, 'on');
  await until('the collision', collides);
});
