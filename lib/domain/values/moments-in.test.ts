import { expect, test } from 'vitest';
import { momentsIn } from './moments-in';

const NOW = Date.UTC(2026, 10, 26, 12);
const AT = Date.UTC(2026, 10, 26, 3, 12, 7);

test.each([
  ['2026-11-26T03:12:07Z lock lost', AT, true],
  ['[2026-11-26 04:12:07.250 +0100] ERROR', AT + 250, true],
  ['at 2026-11-26T03:12:07.123456789+00:00,', AT + 123, true],
  ['2026-11-26 03:12:07,5 UTC WARN', AT + 500, true],
  ['10.0.0.1 - - [26/Nov/2026:04:12:07 +0100] "POST /pay"', AT, true],
  [`{"lostAt": ${AT}}`, AT, true],
])('%s names a moment', (text, atMs, isZoned) => {
  expect(momentsIn(text, NOW)).toEqual([{ atMs, isZoned }]);
});

test('a time without a zone is of the time zone of the reader, and says so', () => {
  expect(momentsIn('2026-11-26 03:12:07 lost', NOW)).toEqual([
    { atMs: new Date(2026, 10, 26, 3, 12, 7).getTime(), isZoned: false },
  ]);
});

test('moments stand in their order, each once, three at most', () => {
  const line = (minute: number) => `2026-11-26T03:1${minute}:00Z`;
  const text = [4, 2, 2, 3, 1].map(line).join(' ');
  expect(momentsIn(text, NOW).map(({ atMs }) => new Date(atMs).getUTCMinutes())).toEqual([14, 12, 13]);
});

test.each([
  '2026-13-40T99:99:99Z',
  '2024-01-01T00:00:00Z',
  '2026-11-27T12:00:00Z',
  '12345678901234',
  'order:1795383069',
])('%s names none: impossible, too old, to come, or another number', (text) =>
  expect(momentsIn(text, NOW)).toEqual([]),
);

test('a log of a megabyte is looked at without delay', () => {
  for (const part of ['2026-11-26 ', '1', '26/Nov/', '2026-11-26T03:12:07.'])
    momentsIn(part.repeat(1024 * 128), NOW);
});
