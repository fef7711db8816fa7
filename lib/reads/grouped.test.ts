import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fileRuntime } from '../../e2e/support/a-runtime';
import { FamiliesAnswer, HolderAnswer, HoldersAnswer } from '../contract/groups';
import { holderRefsOf } from '../domain/holders/holder-ref';
import { createMutex } from '../locks';
import { families, holder, holderRefOf, holders } from './grouped';
import { search } from './search';

const own = await fileRuntime();

async function known(keys: string[]): Promise<void> {
  await own.runtime.watched('test').collector.refresh(keys);
}

test('locks whose names differ in their ids are one family, with what is worst in it', async () => {
  const mark = `f${randomUUID().replace(/[^a-z]/g, '')}`;
  const keys = [1, 22, 333].map((n) => `${mark}:{${n}}:lock`);
  for (const key of keys) await own.redis.set(key, randomUUID(), 'PX', 60_000);
  await own.redis.persist(keys[1] ?? '');
  await own.redis.set(`${mark}:other:lock`, randomUUID(), 'PX', 60_000);
  await known([...keys, `${mark}:other:lock`]);
  const answer = families(own.runtime, { q: mark });
  expect(FamiliesAnswer.parse(answer)).toEqual(answer);
  expect(answer.families.map(({ name, count }) => [name, count])).toEqual([
    [`${mark}:{*}:lock`, 3],
    [`${mark}:other:lock`, 1],
  ]);
  expect(answer.families[0]).toMatchObject({ worstState: 'at-risk', states: { held: 2, 'at-risk': 1 } });
  const members = families(own.runtime, { q: `family:"${mark}:{*}:lock"` });
  expect(members.families.map(({ count }) => count)).toEqual([3]);
  expect(() => families(own.runtime, { q: 'ttl<x' })).toThrow(/ttl/);
});

test('everything that one process holds is found by its id, whatever its tokens', async () => {
  const client = createMutex({ redis: own.redis });
  const keys = [1, 2].map(() => `${randomUUID()}:lock`);
  for (const key of keys) await client.acquire(key, { waitMs: 0 });
  await known(keys);
  const [first] = own.runtime.locks().filter(({ key }) => key.text === keys[0]);
  const [ref = ''] = first?.holders[0] ? holderRefsOf(first.holders[0]) : [];
  expect(ref).toMatch(/^instance:/);
  const answer = holder(own.runtime, ref);
  expect(HolderAnswer.parse(answer)).toEqual(answer);
  expect(answer.locks.map(({ key }) => key.text)).toEqual(expect.arrayContaining(keys));
  await client.close();
});

test('members of a multi-lock are found by their one token; a holder of nothing is no error', async () => {
  const token = randomUUID().replaceAll('-', '');
  const keys = ['a', 'b', 'c'].map((part) => `${randomUUID()}:${part}:lock`);
  for (const key of keys) await own.redis.set(key, token, 'PX', 60_000);
  await known(keys);
  const answer = holder(own.runtime, `token:${token}`);
  expect(answer.locks.map(({ key }) => key.text).sort()).toEqual([...keys].sort());
  expect(holder(own.runtime, 'token:nobody')).toMatchObject({ holder: null, locks: [] });
});

test('who holds is listed once under its widest name, the most urgent first, with what its tokens are on', async () => {
  const mark = `h${randomUUID().replace(/[^a-z]/g, '')}`;
  const [node, lone] = [randomUUID(), randomUUID().replaceAll('-', '')];
  const parts = ['a', 'b', 'c'].map((part) => `${mark}:${part}`);
  for (const key of parts) await own.redis.multi().hset(key, `${node}:47`, 1).pexpire(key, 60_000).exec();
  await own.redis.multi().hset(`${mark}:d`, `${node}:48`, 1).pexpire(`${mark}:d`, 60_000).exec();
  await own.redis.set(`${mark}:e:lock`, lone);
  await own.redis.set(`${mark}:f:lock`, '1', 'PX', 60_000);
  await known([...parts, ...['d', 'e:lock', 'f:lock'].map((part) => `${mark}:${part}`)]);

  const answer = holders(own.runtime, { q: mark });
  expect(HoldersAnswer.parse(answer)).toEqual(answer);
  expect(answer.holders.map(({ ref, count, tokenKeys }) => [ref, count, tokenKeys])).toEqual([
    [`token:${lone}`, 1, 1],
    [`instance:${node}`, 4, 3],
  ]);
  expect(answer).toMatchObject({ matched: 2, anonymous: 1 });
  expect(answer.holders[0]).toMatchObject({ worstState: 'at-risk', waiting: null });
  expect(answer.holders[1]).toMatchObject({ states: { held: 4 }, targets: ['test'], waiting: 0 });
  expect(answer.holders[1]?.libraries[0]).toContain('Redisson');
  for (const { ref, count } of answer.holders) expect(holder(own.runtime, ref).locks).toHaveLength(count);

  const some = holders(own.runtime, { q: `${mark}:a`, target: 'test' });
  expect(some.holders.map(({ count, tokenKeys }) => [count, tokenKeys])).toEqual([[1, 1]]);
  expect(() => holders(own.runtime, { q: mark, target: 'nowhere' })).toThrow(/nowhere/);
  expect(() => holders(own.runtime, { q: 'ttl<x' })).toThrow(/ttl/);
});

test('threads of one process that read one lock are one holder of it, and its waiters wait once', async () => {
  const [key, node] = [`${randomUUID()}:rw`, randomUUID()];
  await own.redis
    .multi()
    .hset(key, 'mode', 'read', `${node}:1`, 1, `${node}:2`, 1)
    .pexpire(key, 60_000)
    .exec();
  await known([key]);
  const { holders: found } = holders(own.runtime, { q: key });
  expect(found.map(({ ref, count, tokenKeys }) => [ref, count, tokenKeys])).toEqual([
    [`instance:${node}`, 1, 1],
  ]);
});

test('the exception of a Redisson client leads to its lock first, and to the others of that client', async () => {
  const node = randomUUID();
  const [mine, other] = [`${randomUUID()}:mine`, `${randomUUID()}:other`];
  await own.redis.hset(mine, `${node}:47`, 1);
  await own.redis.hset(other, `${node}:48`, 1);
  await known([mine, other]);
  const line = `attempt to unlock lock, not locked by current thread by node id: ${node} thread-id: 47`;
  expect(search(own.runtime, line, 20).locks.map(({ key }) => key.text)).toEqual([mine, other]);
});

test.each([
  ['http://x/api/holders/token%3A50%2541%20%2F..%2F%E9%94%81', 'token:50%41 /../锁'],
  ['http://x/api/holders/instance%3Aa', 'instance:a'],
  ['http://x/api/holders/%', ''],
])('a holder is named by its address as it stands: %s', (url, ref) => {
  expect(holderRefOf(url)).toBe(ref);
});
