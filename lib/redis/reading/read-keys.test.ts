import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { ownServer } from '../../../e2e/support/own-server';
import { HASH_HEAD, MEMBER_HEAD, VALUE_HEAD } from '../../domain/keys/raw-key';
import { openConnection } from '../connection';
import { readByCommands } from './read-by-commands';
import { readKeys } from './read-keys';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const now = () => 5;
const read = async (key: string) => (await readKeys(redis, [key], now))[0];

describe('reading keys', () => {
  test('gives them in the order asked for, absent ones as none', async () => {
    const p = randomUUID();
    await redis.set(`${p}:s`, 'value', 'PX', 60_000);
    await redis.hset(`${p}:h`, 'holder', '1');
    await redis.rpush(`${p}:l`, 'a', 'b');
    const [list, none, hash, text] = await readKeys(redis, [`${p}:l`, `${p}:n`, `${p}:h`, `${p}:s`], now);
    expect(list).toMatchObject({ type: 'list', length: 2, items: ['a', 'b'], value: null, hash: null });
    expect(none).toMatchObject({ key: `${p}:n`, type: 'none' });
    expect(hash).toMatchObject({ type: 'hash', ttlMs: 'none', hash: [['holder', '1']], length: 1 });
    expect(text).toMatchObject({ type: 'string', value: 'value', length: 5, readAtMs: 5 });
    expect(text?.ttlMs).toBeGreaterThan(59_000);
  });

  test('keeps every byte of keys, values and fields', async () => {
    const key = `${randomUUID()}:\xff\x00\r\n$ {🔒}`;
    const bytes = Buffer.from(key, 'latin1');
    await redis.set(bytes, Buffer.from('\xfe\x80\x00', 'latin1'));
    expect(await read(key)).toMatchObject({ key, type: 'string', value: '\xfe\x80\x00' });
    await redis.del(bytes);
    await redis.hset(bytes, Buffer.from('__proto__'), Buffer.from('\xff', 'latin1'));
    expect(await read(key)).toMatchObject({ type: 'hash', hash: [['__proto__', '\xff']] });
  });

  test('takes an empty string for what it is', async () => {
    const key = randomUUID();
    await redis.set(key, '');
    expect(await read(key)).toMatchObject({ type: 'string', value: '', length: 0 });
  });
});

describe('the head of', () => {
  test('a sorted set is its lowest scores, infinite ones too', async () => {
    const key = randomUUID();
    await redis.zadd(key, 'inf', 'd', 1.5, 'c', -0.25, Buffer.from('b\xff', 'latin1'), '-inf', 'a');
    const members = [
      ['a', Number.NEGATIVE_INFINITY],
      ['b\xff', -0.25],
      ['c', 1.5],
      ['d', Number.POSITIVE_INFINITY],
    ];
    expect(await read(key)).toMatchObject({ type: 'zset', length: 4, members, items: null, hash: null });
  });

  test('a sorted set keeps scores to the last digit', async () => {
    const key = randomUUID();
    const scores = [0.1, 1 / 3, 1_785_000_000_123, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE];
    await redis.zadd(key, ...scores.flatMap((score) => [score, `at ${score}`]));
    expect((await read(key))?.members?.map(([, score]) => score)).toEqual(scores);
  });

  test('a list is in its order, and of a set any of its members', async () => {
    const [list, set] = [randomUUID(), randomUUID()];
    const all = Array.from({ length: MEMBER_HEAD + 10 }, (_, i) => `member ${i}`);
    await redis.rpush(list, ...all);
    await redis.sadd(set, ...all);
    expect(await read(list)).toMatchObject({ length: all.length, items: all.slice(0, MEMBER_HEAD) });
    const raw = await read(set);
    expect(raw).toMatchObject({ type: 'set', length: all.length, members: null });
    expect(raw?.items).toHaveLength(MEMBER_HEAD);
    expect(new Set([...all, ...(raw?.items ?? [])]).size).toBe(all.length);
    expect(new Set(raw?.items).size).toBe(MEMBER_HEAD);
  });
});

describe('whatever the size of a key', () => {
  async function bytesRead(key: string, readBy = readKeys): Promise<number> {
    const probe = openConnection({ endpoint: { url: redisUrl, tls: null }, purpose: 'commands' });
    await probe.connect();
    const { stream } = probe as unknown as { stream: { bytesRead: number } };
    const before = stream.bytesRead;
    await readBy(probe, [key], now);
    const after = stream.bytesRead;
    probe.disconnect();
    return after - before;
  }

  test('only the head of a string is sent', async () => {
    const key = randomUUID();
    await redis.set(key, 'x'.repeat(1_000_000));
    expect(await read(key)).toMatchObject({ length: 1_000_000, value: 'x'.repeat(VALUE_HEAD) });
    expect(await bytesRead(key)).toBeLessThan(2 * VALUE_HEAD);
  });

  test('only the first fields of a hash are sent', async () => {
    const key = randomUUID();
    await redis.hset(key, Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`field ${i}`, i])));
    const raw = await read(key);
    expect(raw).toMatchObject({ type: 'hash', length: 50_000 });
    expect(raw?.hash).toHaveLength(HASH_HEAD);
    expect(await bytesRead(key)).toBeLessThan(20_000);
  });

  test('a hash of few but huge fields is counted and not sent', async () => {
    const key = randomUUID();
    await redis.hset(key, 'a', 'x'.repeat(5_000_000), 'b', '1');
    expect(await read(key)).toMatchObject({ type: 'hash', length: 2, hash: null });
    expect(await bytesRead(key)).toBeLessThan(1_000);
  });

  const many = Array.from({ length: 100_000 }, (_, i) => `member ${i}`);
  const huge = Array.from({ length: 100 }, (_, i) => `${i}${'x'.repeat(1_000_000)}`);

  test.each([
    ['zset', (key: string, all: string[]) => redis.call('zadd', [key, ...all.flatMap((one, i) => [i, one])])],
    ['list', (key: string, all: string[]) => redis.call('rpush', [key, ...all])],
    ['set', (key: string, all: string[]) => redis.call('sadd', [key, ...all])],
  ])('only the head of a %s is sent, and none where its members are huge', async (type, fill) => {
    const key = randomUUID();
    await fill(key, many);
    const raw = await read(key);
    expect(raw).toMatchObject({ type, length: many.length });
    expect((raw?.members ?? raw?.items)?.length).toBe(MEMBER_HEAD);
    for (const readBy of [readKeys, readByCommands]) expect(await bytesRead(key, readBy)).toBeLessThan(5_000);
    await redis.del(key);
    await fill(key, huge);
    expect(await read(key)).toMatchObject({ type, length: huge.length, members: null, items: null });
    for (const readBy of [readKeys, readByCommands]) expect(await bytesRead(key, readBy)).toBeLessThan(1_000);
    await redis.del(key);
  });

  test('a list of small items is not sent where those at its head are huge', async () => {
    const key = randomUUID();
    await redis.call('rpush', [key, ...huge.slice(0, 1), ...many]);
    expect(await read(key)).toMatchObject({ type: 'list', length: many.length + 1, items: null });
    expect(await bytesRead(key)).toBeLessThan(1_000);
    await redis.del(key);
  });
});

test.each([
  ['the script', readKeys],
  ['commands', readByCommands],
])('a key that flips between types is never read as a mixture by %s', async (_, readBy) => {
  const key = randomUUID();
  const writer = new Redis(redisUrl);
  let flipping = true;
  const flip = (async () => {
    while (flipping) {
      await writer.multi().del(key).set(key, 'text', 'PX', 60_000).exec();
      await writer.multi().del(key).hset(key, 'field', '1').exec();
      await writer.multi().del(key).rpush(key, 'item').exec();
      await writer.multi().del(key).zadd(key, 1, 'member').exec();
    }
  })();
  const seen = new Set<string>();
  for (let i = 0; i < 400; i++) {
    const [raw] = await readBy(redis, [key], now);
    seen.add(raw?.type ?? '');
    if (raw?.type === 'string') expect(raw).toMatchObject({ value: 'text', hash: null });
    if (raw?.type === 'hash') expect(raw).toMatchObject({ value: null, hash: [['field', '1']] });
    if (raw?.type === 'list') expect(raw).toMatchObject({ value: null, hash: null, items: ['item'] });
    if (raw?.type === 'zset') expect(raw).toMatchObject({ items: null, members: [['member', 1]] });
  }
  flipping = false;
  await flip;
  writer.disconnect();
  expect([...seen].every((type) => ['string', 'hash', 'list', 'zset', 'other', 'none'].includes(type))).toBe(
    true,
  );
});

test('a server that stops answering is an error within the time limit', async (context) => {
  const { server } = await ownServer(context);
  const limited = openConnection({
    endpoint: { url: server.url, tls: null },
    purpose: 'commands',
    commandTimeoutMs: 200,
  });
  try {
    await limited.connect();
    server.freeze();
    await expect(readKeys(limited, ['key'], now)).rejects.toThrow(/timed out/i);
  } finally {
    limited.on('error', () => {});
    limited.disconnect();
  }
});

test('a user who may not read a key learns nothing and breaks nothing', async (context) => {
  const { connect } = await ownServer(context);
  const admin = connect();
  await admin.call('ACL', 'SETUSER', 'narrow', 'on', '>secret', '~ours:*', '+@all');
  await admin.mset('ours:key', '1', 'theirs:key', '2');
  const narrow = connect({ username: 'narrow', password: 'secret' });
  const [ours, theirs] = await readKeys(narrow, ['ours:key', 'theirs:key'], now);
  expect(ours).toMatchObject({ type: 'string', value: '1' });
  expect(theirs).toMatchObject({ type: 'denied', value: expect.stringMatching(/^NOPERM/) });
});
