import { expect, test } from 'vitest';
import { jsonLines } from './json-lines';

test.each([
  [['{"a":1}\n{"a":2}\n'], [{ a: 1 }, { a: 2 }]],
  [
    ['{"a"', ':1}', '\n', '{"a":2}\n'],
    [{ a: 1 }, { a: 2 }],
  ],
  [['{"a":1}\n{"a":'], [{ a: 1 }]],
  [[''], []],
])('of the parts %j the whole lines are given', (parts, lines) => {
  const found: unknown[] = [];
  const take = jsonLines((line) => found.push(line));
  for (const part of parts) take(part);
  expect(found).toEqual(lines);
});

test('a line that is none is refused', () => {
  expect(() => jsonLines(() => {})('nonsense\n')).toThrow(SyntaxError);
});
