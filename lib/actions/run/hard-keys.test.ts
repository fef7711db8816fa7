import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { type ByteString, bytesOf } from '../../domain/keys/bytes';
import { lockId, parseLockId } from '../../domain/keys/lock-id';
import { createNameMatcher } from '../../formats/index';
import { readLock, seenOf, TOKEN_LIMIT } from '../../reads/read-lock';
import { previewAction } from '../plan/preview-action';
import { extendLock } from './extend-lock';
import { releaseLock } from './release-lock';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const names = createNameMatcher([]);
const target = { name: 'shop', db: 0, production: true, readOnly: false };

const HARD: [string, ByteString][] = [
  ['separators', 'a/b:c{d}e#f%20g?h&i=j'],
  ['an unclosed brace', '{a'],
  ['spaces and quotes', ` two  "words' \\ \`$(id)\` `],
  ['line ends', 'a\nb\r\nc\td'],
  ['emoji', bytesOf('🔍 ключ 鍵 👩‍👩‍👧')],
  ['right-to-left marks', bytesOf('‮exe.\u202c')],
  ['bytes that are no UTF-8', '\xff\xfe\x00\x80'],
  ['markup', '<script>alert(1)</script>'],
  ['a megabyte', 'k'.repeat(1024 * 1024)],
];

/** The bounded reader takes the memory of a hash with its key for the size of its fields. */
const HASH_KEY_LIMIT = 200_000;

describe.each(HARD)('%s', (_, text) => {
  test('as a key: read, previewed, extended and released', async () => {
    await holdAndFree(`${randomUUID()}:lock:${text}`, 'worker-7');
  });

  test('as a value: read, previewed, extended and released', async () => {
    await holdAndFree(`${randomUUID()}:lock`, text);
  });

  test('as a key of a reentrant lock: its waiters are told', async () => {
    const key = `${randomUUID()}:${text}`.slice(0, HASH_KEY_LIMIT);
    const name = Buffer.from(key, 'latin1');
    await redis.hset(name, '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47', 2);
    await redis.pexpire(name, 30_000);
    const { lock } = await readLock(redis, key, { now: Date.now, named: false });
    if (!lock) throw new Error('not recognised');
    const channel = Buffer.from(lock.recognised.format.channels?.channelOf(key) ?? '', 'latin1');
    const waiter = redis.duplicate();
    await waiter.subscribe(channel as unknown as string);
    const released = await releaseLock(redis, key, seenOf(lock), { now: Date.now, named: false });
    expect(released).toEqual({ outcome: 'released', woken: 1 });
    expect(await redis.exists(name)).toBe(0);
    waiter.disconnect();
  });
});

test('a value too long to compare is refused, not compared in part', async () => {
  const key = `${randomUUID()}:lock`;
  await redis.set(key, Buffer.alloc(TOKEN_LIMIT + 1, 'x'));
  await expect(readLock(redis, key, { now: Date.now, named: true })).rejects.toMatchObject({
    code: 'too-large',
  });
  await redis.del(key);
});

test('two long values that differ in their last byte only are two holders', async () => {
  const key = `${randomUUID()}:lock`;
  const options = { now: Date.now, named: true };
  await redis.set(key, `${'x'.repeat(100_000)}a`);
  const { lock } = await readLock(redis, key, options);
  if (!lock) throw new Error('not recognised');
  await redis.set(key, `${'x'.repeat(100_000)}b`);
  await expect(releaseLock(redis, key, seenOf(lock), options)).rejects.toMatchObject({
    code: 'changed',
    details: { changed: ['holder'] },
  });
  expect(await redis.exists(key)).toBe(1);
});

async function holdAndFree(key: ByteString, value: ByteString): Promise<void> {
  const name = Buffer.from(key, 'latin1');
  const options = { now: Date.now, named: names.matches(key) };
  await redis.set(name, Buffer.from(value, 'latin1'), 'PX', 30_000);
  const { lock } = await readLock(redis, key, options);
  if (!lock) throw new Error('not recognised');
  expect(lock.held?.token).toBe(value);
  const sha256 = () => lock.held?.tokenDigest ?? '';
  expect(parseLockId(lockId('shop', 0, key, sha256))).not.toBeNull();
  const preview = previewAction(lock, { action: 'release' }, { target, lock: null });
  expect(preview.allowed).toBe(true);
  expect(preview.typedKey.length).toBeLessThanOrEqual(120);
  expect(JSON.parse(JSON.stringify(preview.seen))).toEqual(preview.seen);
  const extended = await extendLock(redis, key, preview.seen, 60_000, options);
  expect(extended).toMatchObject({ outcome: 'extended', ttlMs: 60_000 });
  const again = await readLock(redis, key, options);
  if (!again.lock) throw new Error('not recognised');
  expect(await releaseLock(redis, key, seenOf(again.lock), options)).toEqual({
    outcome: 'released',
    woken: null,
  });
  expect(await redis.exists(name)).toBe(0);
}
