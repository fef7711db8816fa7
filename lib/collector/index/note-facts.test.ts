import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RedisServer, startRedisServer, until } from '../../../e2e/support/redis-server';
import { memberOf, watchesOn } from '../../../e2e/support/watch';
import { formatMutexToken } from '../../domain/keys/mutex-token';
import { formatProcessRecord, KEEP_MS, processKeyOf } from '../../domain/keys/process-record';
import type { StuckIn } from '../../domain/locks/lock-facts';

let servers: RedisServer[];
let nodes: Redis[];
beforeAll(async () => {
  servers = await Promise.all(Array.from({ length: 3 }, () => startRedisServer()));
  nodes = servers.map(({ url }) => new Redis(url));
});
afterAll(async () => {
  for (const redis of nodes) redis.disconnect();
  await Promise.all(servers.map((server) => server.close()));
});
const { watching } = watchesOn(() => `${servers[0]?.url}/0`);
const group = () => ({
  topology: { kind: 'redlock' as const, members: servers.map(({ url }) => memberOf(`${url}/0`)) },
});

const newToken = (processId: string = randomUUID()) =>
  formatMutexToken({ processId, number: 1, pid: 7, host: 'worker' });
const everywhere = (work: (redis: Redis) => Promise<unknown>) => Promise.all(nodes.map(work));
const newKey = () => `order:${randomUUID()}:lock`;
const stuckIn: StuckIn = {
  certain: false,
  sinceMs: 1_000,
  evidence: [
    { code: 'waits-for', values: { waiter: 'a', key: 'b', holder: 'c' }, tone: 'at-risk', known: null },
  ],
};

describe.each([
  ['one server', () => ({})],
  ['a Redlock group', group],
])('on %s', (_, change) => {
  test('a lock in a circle is told as such until it is in none, and its next holder is in none', async () => {
    const [key, other] = [newKey(), newKey()];
    for (const name of [key, other]) {
      const token = newToken();
      await everywhere((redis) => redis.set(name, token, 'PX', 60_000));
    }
    const { collector, lock, problems } = await watching(change());
    await until('both are known', () => lock(key)?.state === 'held' && lock(other)?.state === 'held');
    const id = lock(key)?.id ?? '';
    const codes = () => lock(key)?.findings.map(({ code }) => code);

    collector.setStuck(new Map([[id, stuckIn]]));
    await until('it is told', () => codes()?.includes('wait-cycle'));
    expect(lock(key)).toMatchObject({ state: 'at-risk', reason: { code: 'wait-cycle' } });
    expect(lock(key)?.findings).toMatchObject([{ severity: 'at-risk', ...{ sinceMs: 1_000 } }]);
    expect(lock(other)).toMatchObject({ state: 'held', findings: [] });

    collector.setStuck(new Map([[id, { ...stuckIn, certain: true }]]));
    await until('it is certain', () => codes()?.includes('deadlock'));
    expect(lock(key)?.findings).toMatchObject([{ severity: 'lost', evidence: stuckIn.evidence }]);
    collector.setStuck(new Map());
    await until('it is in none', () => codes()?.length === 0);
    expect(lock(key)?.state).toBe('held');

    collector.setStuck(new Map([[id, stuckIn]]));
    await until('it is told again', () => codes()?.includes('wait-cycle'));
    const successor = newToken();
    await everywhere((redis) => redis.set(key, successor, 'PX', 60_000));
    await until('another has it', () => lock(key)?.holders[0]?.token.text === successor);
    await until('that one is in none', () => codes()?.length === 0);
    expect(problems).toEqual([]);
  });

  test('a lock that is renewed past the usual hold of its family is told as such while that is known', async () => {
    const key = newKey();
    const token = newToken();
    const renew = () => everywhere((redis) => redis.set(key, token, 'PX', 600_000));
    await renew();
    const { collector, lock, problems } = await watching(change());
    await until('it is known', () => lock(key)?.state === 'held');
    for (let i = 1; i <= 5; i++) {
      await pause(200); // a renewal period, so that the lock is not late at once
      await renew();
      await until('the renewal is seen', () => (lock(key)?.renewal.count ?? 0) >= i);
    }
    const usual = { p99Ms: 1, count: 100, windowMs: 3_600_000, atMs: Date.now() };
    const reported = () => lock(key)?.findings.find(({ code }) => code === 'overstaying');
    const goOn = setInterval(renew, 200);
    try {
      collector.setUsual(new Map([[lock(key)?.id ?? '', usual]]));
      const found = await until('it is reported', reported);
      expect(found.evidence).toMatchObject([{ code: 'overstayed', values: { p99Ms: 1, count: 100 } }]);
      await until('its holder is told as such', () => lock(key)?.holders[0]?.verdict === 'overstaying');
      expect(lock(key)).toMatchObject({ state: 'at-risk', reason: { code: 'overstaying' } });
      collector.setUsual(new Map([[lock(key)?.id ?? '', { ...usual, count: 99 }]]));
      await until('too few holds tell nothing', () => reported() === undefined);
    } finally {
      clearInterval(goOn);
    }
    expect(problems).toEqual([]);
  });

  test('a lock that is taken in both orders is reported as such, its next hold too, until it is not any more', async () => {
    const key = newKey();
    const take = (token: string) => everywhere((redis) => redis.set(key, token, 'PX', 60_000));
    await take(newToken());
    const { collector, lock, problems } = await watching(change());
    await until('it is known', () => lock(key)?.state === 'held');
    const id = lock(key)?.id ?? '';
    const crossed = { sinceMs: 1_000, times: 3, evidence: stuckIn.evidence };
    const reported = () => lock(key)?.findings.find(({ code }) => code === 'lock-order');
    collector.setCrossed(new Map([[id, crossed]]));
    await until('it is reported', reported);
    expect(lock(key)).toMatchObject({ state: 'held', findings: [{ severity: 'at-risk', sinceMs: 1_000 }] });
    await everywhere((redis) => redis.del(key));
    await until('it is free', () => lock(key) === undefined);
    await take(newToken());
    await until('its next hold is reported', () => lock(key) !== undefined && reported());
    collector.setCrossed(new Map());
    await until('it is taken back', () => lock(key) !== undefined && reported() === undefined);
    expect(problems).toEqual([]);
  });

  test('who says that it waits is told once, as old as its wait', async () => {
    const [key, id] = [newKey(), randomUUID()];
    await everywhere((redis) => redis.set(key, newToken(id), 'PX', 60_000));
    const times = { startMs: 1, beatMs: 10_000, keepMs: KEEP_MS };
    const waits = [{ key: 'wanted', forMs: 40_000 }];
    const text = formatProcessRecord({ id, app: 'shop', label: null, host: 'w', pid: 7, ...times, waits });
    await everywhere((redis) => redis.set(processKeyOf(id), text, 'PX', KEEP_MS - 2_000));
    const { collector } = await watching(change());
    const own = () => collector.waits().filter(({ process }) => process?.instance === id);
    const [wait, ...more] = await until('it is read', () => own().length > 0 && own());
    expect(more).toEqual([]);
    expect(wait).toMatchObject({ lock: 'test.0.wanted', by: 'heartbeat', token: null, place: null });
    expect(wait).toMatchObject({ label: expect.stringContaining('shop'), known: { by: 'client' } });
    const agoMs = Date.now() - (wait?.sinceMs ?? 0);
    expect(agoMs).toBeGreaterThanOrEqual(42_000);
    expect((wait?.known.atMs ?? 0) - (wait?.sinceMs ?? 0)).toBe(40_000);
  });
});
