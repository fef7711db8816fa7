import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileServer } from '../../../e2e/support/file-server';
import { compileGlob } from './glob';

const own = fileServer();

async function redisMatches(glob: string, keys: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  let cursor = '0';
  do {
    const reply = await own.redis.callBuffer(
      'SCAN',
      cursor,
      'MATCH',
      Buffer.from(glob, 'latin1'),
      'COUNT',
      1_000,
    );
    const [next, page] = reply as [Buffer, Buffer[]];
    cursor = next.toString();
    found.push(...page.map((key) => key.toString('latin1')));
  } while (cursor !== '0');
  return keys.filter((key) => found.includes(key));
}

async function expectSame(glob: string, keys: readonly string[]): Promise<void> {
  await own.redis.flushdb();
  const all = [...new Set(keys)];
  await own.redis.call('MSET', ...all.flatMap((key) => [Buffer.from(key, 'latin1'), '1']));
  const matches = compileGlob(glob);
  expect(all.filter(matches), `glob ${JSON.stringify(glob)}`).toEqual(await redisMatches(glob, all));
}

const KEYS = [
  '',
  'a',
  'b',
  'abc',
  'a*c',
  'a-c',
  '-',
  ']',
  '[',
  '^',
  'a]',
  '[a]',
  '\\',
  'a\\',
  'locks:7',
  'lock:é',
  '\xff\x00',
  'axxbxxc',
];

test.each([
  '*',
  '**',
  '',
  'a*',
  '*c',
  'a?c',
  'a\\*c',
  '[abc]',
  '[a-c]',
  '[c-a]',
  '[^a]',
  '[^a-c]*',
  '[a-]',
  '[]a]',
  '[^]',
  '[',
  '[a',
  '[a-',
  '[^',
  '[\\]]',
  '[a\\]',
  '\\',
  'a\\',
  '\\[a]',
  'a[x]*b*c',
  'locks:*',
  '*[^0-9]',
  '?',
  '*?',
  '?*?',
])('%j means what it means to Redis', (glob) => expectSame(glob, KEYS));

test('any glob means what it means to Redis', async () => {
  const part = fc.constantFrom('a', 'b', 'c', '*', '?', '[', ']', '^', '-', '\\', ':');
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.array(
        fc.array(fc.constantFrom('a', 'b', 'c', ']', '[', '\\', '-', '^', ':'), {
          minLength: 1,
          maxLength: 6,
        }),
        {
          minLength: 1,
          maxLength: 12,
        },
      ),
      (glob, keys) =>
        expectSame(
          glob,
          keys.map((key) => key.join('')),
        ),
    ),
    { numRuns: 400 },
  );
});

test('a glob of many stars is done with a long key at once', () => {
  expect(compileGlob(`${'*a'.repeat(200)}b`)('a'.repeat(1024 * 64))).toBe(false);
});
