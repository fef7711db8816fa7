import { expect, test } from 'vitest';
import { searchTextOf } from './search-text';

const TOKEN = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47';
const trace = (lines: number) =>
  Array.from(
    { length: lines },
    (_, i) => `\tat org.redisson.RedissonLock.unlock${i}(RedissonLock.java:${i})`,
  ).join('\n');

test('a short text is sent as it is', () => {
  expect(searchTextOf('order:42 "lock"')).toBe('order:42 "lock"');
});

test('of a long one the tokens come first, then its words, and it fits into an URL', () => {
  const sent = searchTextOf(`${trace(800)}\nlock order:42:lock of ${TOKEN} was lost`);
  expect(sent.startsWith(TOKEN)).toBe(true);
  expect(sent).toContain('org.redisson.RedissonLock.unlock0');
  expect(encodeURIComponent(sent).length).toBeLessThanOrEqual(6_000);
  expect(searchTextOf('\ud800'.repeat(4_000))).toBe('');
});
