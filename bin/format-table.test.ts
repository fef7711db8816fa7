import { expect, test } from 'vitest';
import { formatTable, withFormatTable } from './format-table';

const format = { library: 'L', language: 'Java', kind: 'mutex', redisType: 'string' } as const;

test('the table says what the console can do with a format', () => {
  const table = formatTable([
    format,
    { ...format, channels: { pattern: 'c:*', channelOf: (key) => key, keysOf: () => [] } },
  ]);
  expect(table.split('\n').slice(2)).toEqual([
    '| L | Java | mutex | string | unknown | no | no |',
    '| L | Java | mutex | string | counted | no | no |',
  ]);
});

test('only what is between the markers changes, and writing it again changes nothing', () => {
  const text = 'before\n<!-- formats:start -->\nold\n<!-- formats:end -->\nafter\n';
  const once = withFormatTable(text, '| new |');
  expect(once).toBe('before\n<!-- formats:start -->\n| new |\n<!-- formats:end -->\nafter\n');
  expect(withFormatTable(once, '| new |')).toBe(once);
});

test('a text without markers is an error', () => {
  expect(() => withFormatTable('nothing', '')).toThrow('formats:start');
});
