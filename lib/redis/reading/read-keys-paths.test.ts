import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { fileServer } from '../../../e2e/support/file-server';
import { ownServer } from '../../../e2e/support/own-server';
import { HASH_HEAD, MEMBER_HEAD, type RawKey } from '../../domain/keys/raw-key';
import { readByCommands } from './read-by-commands';
import { readByScript } from './read-by-script';
import { readKeys } from './read-keys';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
const now = () => 5;
const zoo = `${randomUUID()}:\xff\xfe🔒:`;
const bytes = (text: string) => Buffer.from(text, 'latin1');
const fields = (count: number, size: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`field ${i}`, 'x'.repeat(size)]));
const names = (count: number) => Array.from({ length: count }, (_, i) => `member ${i}`);
const scored = (count: number) => names(count).flatMap((name, i) => [count - i, name]);
const longName = `${zoo}${'n'.repeat(1_000_000)}`;

const ANIMALS: Record<string, (key: Buffer) => Promise<unknown>> = {
  absent: async () => {},
  lapsed: (key) => redis.set(key, 'x', 'PXAT', 1),
  text: (key) => redis.set(key, 'value', 'PX', 60_000),
  'without TTL': (key) => redis.set(key, '12345'),
  empty: (key) => redis.set(key, ''),
  'not UTF-8': (key) => redis.set(key, bytes('\xfe\x80\x00\r\n')),
  'as long as the head': (key) => redis.set(key, 'x'.repeat(1024)),
  'a megabyte': (key) => redis.set(key, 'x'.repeat(1_000_000), 'PX', 60_000),
  hash: (key) => redis.multi().hset(key, 'holder', '1').pexpire(key, 60_000).exec(),
  'hash of bytes': (key) => redis.hset(key, bytes('__proto__\xff'), bytes('\xff\x00')),
  'hash with an empty field': (key) => redis.hset(key, '', ''),
  'hash over the head': (key) => redis.hset(key, fields(HASH_HEAD + 1, 1)),
  'hash over the small size': (key) => redis.hset(key, fields(40, 2_000)),
  'hash of many fields': (key) => redis.hset(key, fields(5_000, 10)),
  'hash with a huge field': (key) => redis.hset(key, 'a', 'x'.repeat(3_000_000), 'b', '1'),
  list: (key) => redis.rpush(key, 'a', 'b', ''),
  'list of bytes': (key) => redis.rpush(key, bytes('\xff\x00'), bytes('\r\n')),
  'list over the head': (key) => redis.rpush(key, ...names(MEMBER_HEAD + 1)),
  'list of many items': (key) => redis.call('rpush', [key, ...names(100_000)]),
  'list of huge items': (key) => redis.rpush(key, 'x'.repeat(1_000_000), 'y'.repeat(1_000_000)),
  'list with huge items at its head only': (key) =>
    redis.rpush(key, ...Array(10).fill('x'.repeat(50_000)), ...names(100_000)),
  set: (key) => redis.multi().sadd(key, 'a', 'b', 'c').pexpire(key, 60_000).exec(),
  'set of bytes': (key) => redis.sadd(key, bytes('\xff\x00'), ''),
  'set of numbers': (key) => redis.sadd(key, ...Array(500).keys()),
  'set over the head': (key) => redis.sadd(key, ...names(MEMBER_HEAD + 1)),
  'set of many members': (key) => redis.call('sadd', [key, ...names(100_000)]),
  'set with a huge member': (key) => redis.sadd(key, 'x'.repeat(1_000_000), 'a'),
  zset: (key) => redis.multi().zadd(key, 1, 'a', 1.5, 'b').pexpire(key, 60_000).exec(),
  'zset of bytes': (key) => redis.zadd(key, -0.1, bytes('\xff\x00'), 1e300, ''),
  'zset of infinities': (key) => redis.zadd(key, 'inf', 'last', '-inf', 'first', 0, 'middle'),
  'zset over the head': (key) => redis.zadd(key, ...scored(MEMBER_HEAD + 1)),
  'zset of many members': (key) => redis.call('zadd', [key, ...scored(100_000)]),
  'zset with a huge member': (key) => redis.zadd(key, 1, 'x'.repeat(1_000_000), 2, 'a'),
  'zset with a huge member past its head': (key) =>
    redis.zadd(key, ...scored(200), 1e6, 'x'.repeat(1_000_000)),
  stream: (key) => redis.xadd(key, '*', 'field', 'value'),
  'emptied stream': (key) =>
    redis.multi().xadd(key, '1-1', 'a', 'b').xtrim(key, 'MAXLEN', 0).pexpire(key, 60_000).exec(),
};
const zooKeys = [...Object.keys(ANIMALS).map((name) => zoo + name), longName];

beforeAll(async () => {
  for (const [name, create] of Object.entries(ANIMALS)) await create(bytes(zoo + name));
  await redis.hset(bytes(longName), 'holder', '1');
});
afterAll(async () => {
  await redis.del(...zooKeys.map(bytes));
  redis.disconnect();
});

async function byScript(connection: Redis, keys: readonly string[]): Promise<RawKey[]> {
  const found: RawKey[] = [];
  await readByScript(connection, keys, now, found);
  return found;
}

/** The TTL runs on between two readings. */
function withCoarseTtl(raw: RawKey): RawKey {
  return { ...raw, ttlMs: raw.ttlMs === 'none' ? 'none' : Math.round(raw.ttlMs / 60_000) };
}

describe('reading by script', () => {
  test('says of every kind of key what commands say', async () => {
    const found = await byScript(redis, zooKeys);
    const expected = await readByCommands(redis, zooKeys, now);
    expect(found.map(withCoarseTtl)).toEqual(expected.map(withCoarseTtl));
    expect(new Set(found.map(({ type }) => type))).toEqual(
      new Set(['none', 'string', 'hash', 'list', 'set', 'zset', 'stream']),
    );
  });

  test('shows a small hash whatever the length of its name', async () => {
    for (const read of [byScript, (from: Redis, keys: string[]) => readByCommands(from, keys, now)])
      expect((await read(redis, [longName]))[0]).toMatchObject({ type: 'hash', hash: [['holder', '1']] });
  });

  test('answers every key once and in order where one call does not hold them all', async () => {
    const heavy = Array.from({ length: 120 }, (_, i) => `${zoo}heavy:${i}`);
    for (const [i, key] of heavy.entries()) await redis.hset(bytes(key), { ...fields(40, 500), number: i });
    const keys = heavy.flatMap((key) => [key, `${key}:absent`]);
    const found = await byScript(redis, keys);
    expect(found.map(({ key }) => key)).toEqual(keys);
    expect(found.map((raw) => raw.hash?.find(([field]) => field === 'number')?.[1])).toEqual(
      heavy.flatMap((_, i) => [String(i), undefined]),
    );
    await redis.del(...heavy.map(bytes));
  });

  test('survives a server that lost its scripts', async () => {
    await redis.script('FLUSH', 'SYNC');
    expect(await byScript(redis, [`${zoo}text`])).toMatchObject([{ type: 'string', value: 'value' }]);
  });

  test('goes on while writes are paused', async (context) => {
    const { connect } = await ownServer(context);
    const paused = connect({ commandTimeout: 1_000 });
    await paused.set('key', 'value');
    await paused.call('CLIENT', 'PAUSE', 60_000, 'WRITE');
    expect(await byScript(paused, ['key'])).toMatchObject([{ value: 'value' }]);
  });
});

describe('a user who may not run the script', () => {
  const own = fileServer();
  beforeAll(async () => {
    await own.redis.set('text', 'value', 'PX', 60_000);
    await own.redis.hset('hash', 'holder', '1');
  });

  const calls = async (command: string) =>
    Number(
      new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec((await own.redis.info('commandstats')) ?? '')?.[1] ??
        0,
    );

  test.each([
    ['scripts at all', '+@all -@scripting'],
    ['a command inside', '+@all -memory'],
    ['the text of scripts', '+@all -eval_ro'],
  ])('reads the same, being denied %s', async (_, rights) => {
    const expected = await readKeys(own.redis, ['hash', 'absent', 'text'], now);
    await own.redis.script('FLUSH', 'SYNC');
    await own.redis.call('ACL', 'SETUSER', 'narrow', 'reset', 'on', '>secret', '~*', ...rights.split(' '));
    const narrow = new Redis(own.server.url, { username: 'narrow', password: 'secret' });
    const found = await readKeys(narrow, ['hash', 'absent', 'text'], now);
    expect(found.map(withCoarseTtl)).toEqual(expected.map(withCoarseTtl));
    narrow.disconnect();
  });

  test('is asked again after a minute, and not before', async () => {
    await own.redis.call('ACL', 'SETUSER', 'narrow', 'reset', 'on', '>secret', '~*', '+@all', '-@scripting');
    const narrow = new Redis(own.server.url, { username: 'narrow', password: 'secret' });
    await readKeys(narrow, ['text'], () => 0);
    await own.redis.call('ACL', 'SETUSER', 'narrow', '+@all');
    await byScript(own.redis, ['text']);
    const before = await calls('evalsha_ro');
    await readKeys(narrow, ['text'], () => 59_999);
    expect(await calls('evalsha_ro')).toBe(before);
    await readKeys(narrow, ['text'], () => 60_000);
    expect(await calls('evalsha_ro')).toBe(before + 1);
    narrow.disconnect();
  });

  test('may read with no right to write a key', async () => {
    await own.redis.call('ACL', 'SETUSER', 'reader', 'reset', 'on', '>secret', '%R~*', '+@all');
    const reader = new Redis(own.server.url, { username: 'reader', password: 'secret' });
    expect(await byScript(reader, ['text'])).toMatchObject([{ type: 'string', value: 'value' }]);
    reader.disconnect();
  });
});
