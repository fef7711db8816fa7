import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { watchesOn } from '../../../e2e/support/watch';
import { channelOf, readTimeoutPrefixOf } from '../../domain/keys/redisson-names';

const own = fileServer();
const { watching } = watchesOn(() => own.server.url);
const LEASE_MS = 600_000;

test('the next hold of the same thread is not as old as the one before, and has its own renewals', async () => {
  const [key, owner] = [`orders:${randomUUID()}`, `${randomUUID()}:47`];
  const { lock, kinds, problems } = await watching();
  const holder = () => lock(key)?.holders[0];
  await own.redis.multi().hset(key, owner, 1).pexpire(key, LEASE_MS).exec();
  const first = await until('it is held', () => holder()?.since);
  for (let i = 1; i <= 2; i++) {
    await own.redis.pexpire(key, LEASE_MS + i * 1_000);
    await until('it is renewed', () => lock(key)?.renewal.count === i);
  }
  expect(holder()?.since).toEqual(first);

  // One transaction, like a loop that releases and re-acquires: no reading happens in between.
  await own.redis
    .multi()
    .del(key)
    .publish(channelOf(key), '0')
    .hset(key, owner, 1)
    .pexpire(key, LEASE_MS + 9_000)
    .exec();
  await until('another hold', () => (holder()?.since?.atMs ?? 0) > first.atMs);
  expect(holder()?.since).toMatchObject({ atLeast: true });
  expect(lock(key)?.renewal.count).toBe(0);
  await own.redis.pexpire(key, LEASE_MS + 20_000);
  await until('its own renewal', () => lock(key)?.renewal.count === 1);
  expect(kinds(key)).not.toContain('first-seen');
  expect(problems).toEqual([]);
});

test('a reader is without a lease since its last hold ended, whatever others do meanwhile', async () => {
  const [key, dead, living] = [`orders:${randomUUID()}`, `${randomUUID()}:47`, `${randomUUID()}:48`];
  const { lock, problems } = await watching();
  const hold = (owner: string, ms: number) =>
    own.redis.set(`${readTimeoutPrefixOf(key, owner)}:1`, 1, 'PX', ms);
  await hold(dead, 1_500);
  const endsMs = Date.now() + 1_500;
  await hold(living, LEASE_MS);
  await own.redis.multi().hset(key, 'mode', 'read', dead, 1, living, 1).pexpire(key, LEASE_MS).exec();
  const found = () => lock(key)?.findings.find(({ code }) => code === 'zombie-reader');
  const { sinceMs } = await until('it is found', found);
  expect(Math.abs(sinceMs - endsMs)).toBeLessThan(1_000);
  expect(lock(key)).toMatchObject({ state: 'at-risk', reason: { code: 'zombie-reader' } });

  await hold(living, 2 * LEASE_MS);
  await own.redis.pexpire(key, 2 * LEASE_MS);
  await until('the other renewed', () => Number(lock(key)?.ttlMs) > LEASE_MS);
  expect(found()?.sinceMs).toBe(sinceMs);
  await own.redis.hdel(key, dead);
  await until('it is gone', () => lock(key)?.holders.length === 1);
  expect(lock(key)).toMatchObject({ state: 'held', findings: [] });
  expect(problems).toEqual([]);
});
