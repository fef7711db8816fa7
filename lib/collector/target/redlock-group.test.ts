import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RedisServer, startRedisServer, until } from '../../../e2e/support/redis-server';
import { memberOf, type Watch, watch } from '../../../e2e/support/watch';
import { createRedlock } from '../../locks/index';

const NODES = 5;
let servers: RedisServer[];
let nodes: Redis[];
let watched: Watch;
beforeAll(async () => {
  servers = await Promise.all(Array.from({ length: NODES }, () => startRedisServer()));
  nodes = servers.map(({ port }) => new Redis(port, '127.0.0.1', { retryStrategy: () => 50 }));
  for (const redis of nodes) redis.on('error', () => {}); // some are killed
  const members = servers.map(({ url }) => memberOf(`${url}/0`));
  watched = watch(`${servers[0]?.url}/0`, { topology: { kind: 'redlock', members } });
  await until('every master is swept', () =>
    watched.collector.nodes().every(({ coverage, events }) => coverage.names === 1 && events === 'tracking'),
  );
});
afterAll(async () => {
  await watched.collector.stop();
  for (const redis of nodes) redis.disconnect();
  await Promise.all(servers.map((server) => server.close()));
});

const keyOf = (name: string) => `${name}:${randomUUID()}:lock`;
const put = (key: string, token: string, ...at: number[]) =>
  Promise.all(at.map((i) => nodes[i]?.set(key, token, 'PX', 60_000)));
const votesOf = (key: string) =>
  watched
    .lock(key)
    ?.votes?.map(({ vote }) => vote)
    .join(' ');
const findingsOf = (key: string) => watched.lock(key)?.findings.map(({ code }) => code);
const ALL = [0, 1, 2, 3, 4];

test('a lock of our client is one lock with a vote of each master, told once', async () => {
  const key = keyOf('one');
  await using redlock = createRedlock({ nodes, leaseMs: 30_000, settle: 'all' });
  const lease = await redlock.tryAcquire(key);
  const lock = await until('all votes', () => votesOf(key) === 'yes yes yes yes yes' && watched.lock(key));
  expect(lock).toMatchObject({ state: 'held', reason: { code: 'none' }, findings: [] });
  expect(lock.holders[0]).toMatchObject({ token: { text: lease?.token }, process: { pid: process.pid } });
  // Less the clock allowance and the time of the acquisition.
  expect(lock.ttlMs).toBeLessThanOrEqual(30_000 - 302);
  expect(watched.collector.locks().filter(({ key: { text } }) => text === key)).toHaveLength(1);
  await lease?.release();
  await until('its end', () => watched.kinds(key).includes('released'));
  expect(watched.lock(key)).toBeUndefined();
  expect(watched.kinds(key)).toEqual(['acquired', 'released']);
});

test('an extension moves what is left of it, and is told once', async () => {
  const key = keyOf('extended');
  await using redlock = createRedlock({ nodes, leaseMs: 20_000 });
  const lease = await redlock.tryAcquire(key);
  await until('the lock', () => watched.lock(key)?.state === 'held');
  await lease?.extend(90_000);
  await until('the longer lease', () => Number(watched.lock(key)?.ttlMs) > 80_000);
  await lease?.release();
  await until('its end', () => watched.kinds(key).includes('released'));
  expect(watched.kinds(key).filter((kind) => kind === 'acquired')).toHaveLength(1);
});

test('three of five hold it: held, and a moment later said where it is missing; then everywhere', async () => {
  const key = keyOf('three');
  await put(key, 'token-of-the-three-01234567', 0, 1, 2);
  await until('the lock', () => watched.lock(key)?.state === 'held');
  expect(watched.lock(key)?.reason).toEqual({ code: 'votes', values: { yes: 3, of: 5, quorum: 3 } });
  await until('the finding', () => findingsOf(key)?.includes('votes-missing'));
  await put(key, 'token-of-the-three-01234567', 3, 4);
  await until('the finding is gone', () => !findingsOf(key)?.includes('votes-missing'));
  expect(findingsOf(key)).toEqual(['identifies-nobody']);
  expect(watched.lock(key)?.reason.code).toBe('none');
});

test('two of five hold it: nobody does; a third vote makes it held', async () => {
  const key = keyOf('minority');
  await put(key, 'token-of-the-minority-0123', 1, 3);
  await until('the finding', () => findingsOf(key)?.includes('minority'));
  expect(watched.lock(key)).toMatchObject({ state: 'at-risk', reason: { code: 'votes' } });
  expect(votesOf(key)).toBe('no yes no yes no');
  expect(watched.kinds(key)).toEqual([]);
  await put(key, 'token-of-the-minority-0123', 4);
  await until('it is held', () => watched.lock(key)?.state === 'held');
  await until('it is told', () => watched.kinds(key).length > 0);
  expect(watched.kinds(key)).toEqual(['acquired']);
});

test('two holders without a quorum are a split vote', async () => {
  const key = keyOf('split');
  await put(key, 'token-of-the-first-0123456', 0, 1);
  await put(key, 'token-of-the-second-012345', 2, 3);
  await until('the finding', () => findingsOf(key)?.includes('split-votes'));
  expect(watched.lock(key)).toMatchObject({ state: 'at-risk', reason: { code: 'split' } });
  expect(votesOf(key)?.split(' ').sort()).toEqual(['no', 'other', 'other', 'yes', 'yes']);
});

test('another holder on one master is seen beside a quorum', async () => {
  const key = keyOf('other');
  await put(key, 'token-of-the-quorum-012345', 0, 1, 2, 3);
  await put(key, 'token-of-somebody-else-012', 4);
  await until('all votes', () => votesOf(key) === 'yes yes yes yes other');
  expect(watched.lock(key)?.votes?.[4]?.token?.text).toBe('token-of-somebody-else-012');
  expect(watched.lock(key)?.state).toBe('held');
});

test('one master down: still held, unread there; three down: unknown; back and empty: two votes, then none', async () => {
  const key = keyOf('down');
  await put(key, 'token-of-the-downs-0123456', ...ALL);
  await until('all votes', () => votesOf(key) === 'yes yes yes yes yes');
  await servers[4]?.stop('SIGKILL');
  await until('it is unread there', () => votesOf(key) === 'yes yes yes yes unread');
  expect(watched.lock(key)).toMatchObject({ state: 'held', reason: { code: 'votes' } });
  await Promise.all([servers[2]?.stop('SIGKILL'), servers[3]?.stop('SIGKILL')]);
  await until('it is unknown', () => watched.lock(key)?.state === 'unknown');
  expect(votesOf(key)).toBe('yes yes unread unread unread');
  expect(watched.kinds(key)).toEqual(['acquired']);

  await Promise.all([servers[2]?.start(), servers[3]?.start(), servers[4]?.start()]);
  await until('the restarted masters have nothing', () => votesOf(key) === 'yes yes no no no');
  await until('nobody has it any more', () => watched.kinds(key).length > 1);
  expect(watched.kinds(key)).toEqual(['acquired', 'lost']);
  await Promise.all([nodes[0]?.del(key), nodes[1]?.del(key)]);
  await until('nothing is left', () => !watched.lock(key));
});

test('what only a silent master remembers is shown no more, and counts for nothing', async () => {
  const key = keyOf('remembered');
  await put(key, 'token-of-the-remembered-01', ...ALL);
  await until('all votes', () => votesOf(key) === 'yes yes yes yes yes');
  servers[0]?.freeze();
  await until('it is unread there', () => votesOf(key) === 'unread yes yes yes yes');
  await Promise.all(nodes.slice(1).map((redis) => redis.del(key)));
  await until('it is gone, and told', () => !watched.lock(key) && watched.kinds(key).length > 1);
  servers[0]?.thaw();
  await until('a vote alone', () => votesOf(key) === 'yes no no no no');
  expect(watched.kinds(key)).toEqual(['acquired', 'released']);
  await nodes[0]?.del(key);
});
