import { expect, test } from 'vitest';
import { formatTable } from './format-table';

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
