import { expect, test } from 'vitest';
import { withPart } from './generated-part';

test('only what is between the markers changes, and writing it again changes nothing', () => {
  const text = 'before\n<!-- formats:start -->\nold\n<!-- formats:end -->\nafter\n';
  const once = withPart(text, 'formats', '| new |');
  expect(once).toBe('before\n<!-- formats:start -->\n| new |\n<!-- formats:end -->\nafter\n');
  expect(withPart(once, 'formats', '| new |')).toBe(once);
});

test('a text without markers is an error', () => {
  expect(() => withPart('nothing', 'formats', '')).toThrow('formats:start');
});
