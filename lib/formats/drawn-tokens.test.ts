import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { allFixtures, uniquePart } from '../../e2e/support/written-keys';
import { uuidV1Hex } from './core/fixture';
import { readName } from './core/lock-names';
import { recognise } from './index';
import { isRecent, redisPyToken } from './python/redis-py-token';

const NOW = 1_795_266_206_968;
const DRAWS = 2_000;
/** What draws letters and digits: once in 200 its token is letters alone. With fewer draws chance would reach the limit. */
const OF_LETTERS = new Set(['laravel-lock', 'go-zero', 'redis-plus-plus']);
const DRAWS_OF_LETTERS = 20_000;
/** Letters alone, most of them of one case, may as well be a word: a lock's of unknown value, and in a cache no lock's. */
const MAY_READ_AS_TEXT = 0.01;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const alphanumeric = (length: number) => [...randomBytes(length)].map((byte) => LETTERS[byte % 62]).join('');
const base64 = (bytes: number) => randomBytes(bytes).toString('base64');

/** How a library draws its token, and a key that it makes: of these a draw alone can decide what the token looks like. */
const LIBRARIES: readonly [format: string, key: string, draw: () => string][] = [
  ['node-redlock', 'locks:order-1', () => randomBytes(16).toString('hex')],
  ['sesamecare-redlock', 'locks:order-1', () => randomBytes(16).toString('hex')],
  ['redlock-universal', 'locks:order-1', () => randomBytes(16).toString('hex')],
  ['redis-semaphore-mutex', 'mutex:order-1', randomUUID],
  ['bull-job-lock', 'bull:mail:7:lock', randomUUID],
  ['redis-py-lock', 'locks:order-1', () => uuidV1Hex(NOW - 5_000)],
  ['python-redis-lock', 'lock:order-1', () => base64(18)],
  ['pottery', 'redlock:order-1', randomUUID],
  ['redsync', 'locks:order-1', () => base64(16)],
  ['bsm-redislock', 'locks:order-1', () => randomBytes(16).toString('base64url')],
  ['spring-lock-registry', 'registry:order-1', randomUUID],
  ['redlock-net', 'redlock:order-1', randomUUID],
  ['laravel-lock', 'laravel_database_laravel_cache_:order-1', () => alphanumeric(16)],
  ['lock4j', 'lock4j:order-1', () => randomUUID().replaceAll('-', '')],
  ['go-zero', 'locks:order-1', () => alphanumeric(16)],
  ['redis-plus-plus', 'locks:order-1', () => alphanumeric(20)],
];

test.each(LIBRARIES)('%s is among what %s may be of, whatever the draw', (format, key, draw) => {
  const others: string[] = [];
  const asText: string[] = [];
  const draws = OF_LETTERS.has(format) ? DRAWS_OF_LETTERS : DRAWS;
  for (let i = 0; i < draws; i++) {
    const value = draw();
    const raw = {
      ...{ key, type: 'string' as const, ttlMs: 10_000, value, length: value.length, readAtMs: NOW },
      ...{ hash: null, members: null, items: null },
    };
    // Once in 2.8 million draws a token of 16 bytes is one that redis-py made within 30 days, and is taken for it.
    const recent = redisPyToken(raw, NOW);
    if (recent && isRecent(recent, NOW) && format !== 'redis-py-lock') continue;
    const found = recognise(raw, { now: NOW, named: true });
    const ids = found ? [found.format.id, ...found.alternatives.map(({ id }) => id)] : [];
    if (!found || found.format.id === 'plain-string') asText.push(value);
    else if (!ids.includes(format)) others.push(`${value} is ${ids.join(', ')}`);
  }
  expect(others.slice(0, 5)).toEqual([]);
  expect(asText.length).toBeLessThan(draws * MAY_READ_AS_TEXT);
});

test('a token that begins as a web token does, by the draw, is a token', () => {
  const value = 'eyJnPlW48u-CtI3BoXgqEQ';
  const raw = { key: 'locks:order-1', type: 'string', ttlMs: 10_000, value, length: value.length } as const;
  const found = recognise(
    { ...raw, readAtMs: NOW, hash: null, members: null, items: null },
    { now: NOW, named: true },
  );
  expect(found?.format.id).toBe('bsm-redislock');
});

test('what the name of an example says of locks is not drawn with it', async () => {
  const varying: string[] = [];
  for (const { formatId, examples, nearMisses } of await allFixtures()) {
    for (const { title, key } of [...examples, ...nearMisses]) {
      const said = new Set(Array.from({ length: 200 }, () => readName(key(uniquePart()))));
      if (said.size > 1) varying.push(`${formatId}, ${title}: ${[...said].join(', ')}`);
    }
  }
  expect(varying).toEqual([]);
});
