import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../e2e/support/redis-server';
import { type SentinelGroup, startSentinelGroup } from '../../../e2e/support/sentinel';
import { type Watch, watch } from '../../../e2e/support/watch';

let group: SentinelGroup;
let watched: Watch;
beforeAll(async () => {
  group = await startSentinelGroup();
  const { sentinels, name } = group.options;
  const urls = sentinels.map(({ host, port }) => `redis://${host}:${port}`);
  const topology = { kind: 'sentinel' as const, sentinels: urls, primary: name };
  watched = watch(`${urls[0]}/0`, { topology });
  await until('the first sweep', () => watched.status().coverage.names === 1);
});
afterAll(async () => {
  await watched.collector.stop();
  await group.close();
});

async function onPrimary<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(group.primary().port, '127.0.0.1', { retryStrategy: () => null });
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

/** The finding about the failover to the watched server. */
function promotion() {
  const found = watched.status().findings.find(({ code }) => code === 'promoted');
  return (
    found && {
      severity: found.severity,
      evidence: found.evidence.map(({ code, values }) => ({ code, ...values })),
    }
  );
}

const take = (key: string) => onPrimary((redis) => redis.set(key, randomUUID(), 'PX', 60_000));

test('the server that the sentinels name is watched, by its address', async () => {
  await take('before:lock');
  const lock = await until('the lock', () => watched.lock('before:lock'));
  expect(lock.node).toBe(`127.0.0.1:${group.primary().port}`);
  expect(watched.status()).toMatchObject({ node: lock.node, state: 'live', events: 'tracking' });
});

test('after a failover that was asked for, the locks are those of the new primary and nothing ended', async () => {
  await take('kept:lock');
  await until('the lock', () => watched.lock('kept:lock'));
  await onPrimary((redis) => redis.wait(2, 5_000));
  const old = group.primary();
  await group.failover();
  const address = `127.0.0.1:${group.primary().port}`;
  await until('the new primary is watched', () => watched.status().node === address);
  await until('it is known again', () => watched.lock('kept:lock')?.node === address);
  expect(watched.kinds('kept:lock')).toEqual(['acquired']);
  expect(old.pid).not.toBe(0); // it still runs, as a replica
  const told = await until('the failover is found', () => promotion());
  expect(told.severity).toBe('info');
  expect(told.evidence[0]).toEqual({ code: 'promoted-from', from: `127.0.0.1:${old.port}` });
  expect(told.evidence.map(({ code }) => code)).toEqual(['promoted-from', 'locks-kept']);

  await take('after:lock');
  await until('a lock that is taken there', () => watched.lock('after:lock'));
  await onPrimary((redis) => redis.del('kept:lock'));
  await until('its release', () => watched.kinds('kept:lock').length > 1);
  expect(watched.kinds('kept:lock')).toEqual(['acquired', 'released']);
  expect(watched.lock('kept:lock')).toBeUndefined();
});

test('a lock that the new primary never had is told as lost', async () => {
  await group.settled();
  const replicas = group.replicas();
  for (const replica of replicas) replica.freeze();
  await onPrimary((redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'replica'));
  await take('lost:lock');
  await until('the lock', () => watched.lock('lost:lock'));
  await group.killPrimary();
  for (const replica of replicas) replica.thaw();
  await until('it is unknown while nobody answers', () => watched.lock('lost:lock')?.state === 'unknown');
  await group.promoted();
  await until('it is gone', () => watched.kinds('lost:lock').length > 1);
  expect(watched.kinds('lost:lock')).toEqual(['acquired', 'lost']);
  // Sentinels close the clients of the server that they promote.
  await until('the new primary is live', () => watched.status().state === 'live');
  const told = await until('what it lost is found', () => promotion()?.severity === 'lost' && promotion());
  expect(told.evidence).toContainEqual({ code: 'locks-vanished', count: 1 });
  expect(told.evidence).toContainEqual({ code: 'lock-vanished', key: 'lost:lock' });
});
