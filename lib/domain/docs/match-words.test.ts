import { expect, test } from 'vitest';
import { partsByMatch, wordsOfQuery } from './match-words';

test('the words of a query are in lower case, each once, and at most eight', () => {
  expect(wordsOfQuery('  Holder-Gone holder-gone  TTL ')).toEqual(['holder-gone', 'ttl']);
  expect(wordsOfQuery('a b c d e f g h i j')).toHaveLength(8);
  expect(wordsOfQuery('   ')).toEqual([]);
});

test('a text is cut where words stand in it, in its own case', () => {
  expect(partsByMatch('The TTL, and the ttl', ['ttl', 'the'])).toEqual([
    { text: 'The', isMatch: true },
    { text: ' ', isMatch: false },
    { text: 'TTL', isMatch: true },
    { text: ', and ', isMatch: false },
    { text: 'the', isMatch: true },
    { text: ' ', isMatch: false },
    { text: 'ttl', isMatch: true },
  ]);
});

test.each(['a.c', '(x', '[', '\\', '$', '^', 'a|b', '+', '*'])('%j is a word like any other', (word) => {
  const text = `before ${word} after abc`;
  const parts = partsByMatch(text, [word]);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter(({ isMatch }) => isMatch).map((part) => part.text)).toEqual([word]);
});

test('without words nothing is marked', () => {
  expect(partsByMatch('text', [])).toEqual([{ text: 'text', isMatch: false }]);
  expect(partsByMatch('', [])).toEqual([]);
});
