import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { waitingFor } from '../../e2e/support/a-lock';
import { closing } from '../../e2e/support/closing';
import { ownRuntime } from '../../e2e/support/own-runtime';
import { until } from '../../e2e/support/redis-server';
import { fairChannelOf, fairDeadlinesOf, fairQueueOf } from '../domain/keys/redisson-names';
import { createFair } from '../locks';
import { findingsAnswer } from './findings';
import { waitGraph } from './wait-graph';

const own = ownRuntime();
const { opened, closers } = closing();

const { lockOf, codesOf } = own;
const idOf = (key: string) => lockOf(key)?.id ?? '';
const graph = () => waitGraph(own.runtime, 'test');

/** What Redisson writes when this owner has a fair lock and these wait for it. */
async function fairLock(key: string, owner: string, ...waiting: string[]) {
  const queue = own.redis.multi().hset(key, owner, 1).pexpire(key, 60_000);
  for (const [i, waiter] of waiting.entries()) {
    queue.rpush(fairQueueOf(key), waiter).zadd(fairDeadlinesOf(key), Date.now() + 300_000 + i, waiter);
  }
  await queue.exec();
  closers.push(() => own.redis.del(key, fairQueueOf(key), fairDeadlinesOf(key)));
}

/** As these do while they wait for their turn. */
async function listen(key: string, ...waiting: string[]) {
  const waiter = opened(own.redis.duplicate());
  for (const owner of waiting) await waiter.subscribe(fairChannelOf(key, owner));
  return waiter;
}

async function leaveQueue(key: string, waiter: string) {
  await own.redis.multi().lrem(fairQueueOf(key), 1, waiter).zrem(fairDeadlinesOf(key), waiter).exec();
}

const newKeys = (...names: string[]) =>
  names.map((name) => `${name}:${randomUUID()}`) as [string, string, string];
const newOwner = () => `${randomUUID()}:47`;

describe('Redisson threads that have and want fair locks', () => {
  test('in a circle are a deadlock on each lock of it, until one gives up', async () => {
    const [a, b] = newKeys('a', 'b');
    const [one, other] = [newOwner(), newOwner()];
    await fairLock(a, one, other);
    await fairLock(b, other, one);
    await listen(a, other);
    const waiter = await listen(b, one);
    await until('both are told', () => [a, b].every((key) => codesOf(key).includes('deadlock')));
    expect(lockOf(a)).toMatchObject({ state: 'at-risk', reason: { code: 'deadlock' } });
    expect(lockOf(a)?.findings).toContainEqual(
      expect.objectContaining({
        code: 'deadlock',
        severity: 'lost',
        evidence: [
          expect.objectContaining({
            code: 'waits-for',
            values: { waiter: other, key: a, lock: idOf(a), holder: one },
          }),
          expect.objectContaining({
            code: 'waits-for',
            values: { waiter: one, key: b, lock: idOf(b), holder: other },
          }),
        ],
      }),
    );
    const { byCode } = findingsAnswer(own.runtime, 'test');
    expect(byCode).toContainEqual({ code: 'deadlock', count: 2 });
    const [cycle, ...more] = graph().cycles;
    expect(more).toEqual([]);
    expect(cycle?.certain).toBe(true);
    expect(new Set(cycle?.locks)).toEqual(new Set([idOf(a), idOf(b)]));
    expect(new Set(cycle?.parties)).toEqual(new Set([`token:${one}`, `token:${other}`]));
    expect(graph().locks.find(({ id }) => id === idOf(a))?.severity).toBe('lost');

    await leaveQueue(a, other);
    await until('both are well', () => [a, b].every((key) => !codesOf(key).includes('deadlock')));
    expect(lockOf(b)).toMatchObject({ state: 'contended', reason: { code: 'waiting' } });
    expect(graph().cycles).toEqual([]);

    await fairLock(a, one, other);
    await until('both are told', () => [a, b].every((key) => codesOf(key).includes('deadlock')));
    waiter.disconnect();
    await until('one left its place behind', () => [a, b].every((key) => !codesOf(key).includes('deadlock')));
    expect(graph().waits).toHaveLength(2);
  });

  test('of three locks are one circle', async () => {
    const [a, b, c] = newKeys('a', 'b', 'c');
    const [one, two, three] = [newOwner(), newOwner(), newOwner()];
    await fairLock(a, one, newOwner(), three);
    await fairLock(b, two, one);
    await fairLock(c, three, two);
    await Promise.all([listen(a, three), listen(b, one), listen(c, two)]);
    await until('all are told', () => [a, b, c].every((key) => codesOf(key).includes('deadlock')));
    expect(graph().cycles).toHaveLength(1);
    expect(graph().cycles[0]?.parties).toHaveLength(3);
    expect(lockOf(a)?.findings.find(({ code }) => code === 'deadlock')?.evidence).toHaveLength(3);
  });

  test('of which one waits for nobody are none, and are shown with their places', async () => {
    const [a, b] = newKeys('a', 'b');
    const [one, other, third] = [newOwner(), newOwner(), newOwner()];
    await fairLock(a, one, third, other);
    await fairLock(b, other);
    await until('the queue is known', () => waitingFor(lockOf(a)) === 2 && lockOf(b));
    const { waits, holds, cycles, unnamed } = graph();
    expect(waits).toMatchObject([
      { party: `token:${third}`, lock: idOf(a), by: 'queue', place: 1, known: { by: 'read' } },
      { party: `token:${other}`, lock: idOf(a), by: 'queue', place: 2 },
    ]);
    expect(holds.map(({ party }) => party).sort()).toEqual([`token:${one}`, `token:${other}`].sort());
    expect(cycles).toEqual([]);
    expect(unnamed).toBe(0);
  });

  test('are named up to 64 of a lock, and counted all', async () => {
    const [a] = newKeys('a');
    const crowd = Array.from({ length: 3_000 }, newOwner);
    await fairLock(a, newOwner(), ...crowd);
    await until('the queue is known', () => waitingFor(lockOf(a)) === 3_000);
    expect(graph().waits).toHaveLength(64);
    expect(graph().locks.find(({ id }) => id === idOf(a))?.waiting).toBe(3_000);
  });
});

test('waiters without a name are counted as such', async () => {
  const [a] = newKeys('lock');
  await own.redis.multi().hset(a, newOwner(), 1).pexpire(a, 60_000).exec();
  closers.push(() => own.redis.del(a));
  const waiter = opened(own.redis.duplicate());
  await waiter.subscribe(`redisson_lock__channel:{${a}}`);
  await until('it is counted', () => waitingFor(lockOf(a)) === 1);
  expect(graph()).toMatchObject({ unnamed: 1, waits: [] });
});

test('our own fair clients that wait for each other may be in a deadlock, until one gives up', async () => {
  const [a, b] = newKeys('a', 'b');
  const one = opened(createFair({ redis: opened(own.redis.duplicate()), app: 'one' }));
  const other = opened(createFair({ redis: opened(own.redis.duplicate()), app: 'other' }));
  const held = [await one.acquire(a, { waitMs: 1_000 }), await other.acquire(b, { waitMs: 1_000 })];
  const giveUp = new AbortController();
  const waits = [
    one.acquire(b, { waitMs: 60_000, signal: giveUp.signal }),
    other.acquire(a, { waitMs: 60_000 }),
  ];
  const settled = Promise.allSettled(waits);
  await until('the circle is seen', () => graph().cycles.length === 1);
  expect(graph().cycles[0]).toMatchObject({ certain: false });
  const named = () => graph().parties.map(({ label }) => label?.split(' ')[0]);
  await until('both have names', () => named().includes('one') && named().includes('other'));
  await until('both are told', () => [a, b].every((key) => codesOf(key).includes('wait-cycle')));
  expect(lockOf(a)?.findings.find(({ code }) => code === 'wait-cycle')).toMatchObject({
    severity: 'at-risk',
    evidence: [{ values: { key: a } }, { values: { key: b } }],
  });

  giveUp.abort();
  await until('both are well', () => [a, b].every((key) => !codesOf(key).includes('wait-cycle')));
  await held[0]?.release();
  const lease = await waits[1];
  await Promise.all([lease?.release(), held[1]?.release()]);
  await settled;
});
