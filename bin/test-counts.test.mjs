import { expect, test } from 'vitest';
import { addCounts, describeCounts, exitCodeOf, firstLineOf, noCounts } from './test-counts.mjs';

const passed = { ...noCounts(), passed: 3 };
const skipped = { ...noCounts(), skipped: [{ name: 'a > b', reason: 'no IPv6 here' }, { name: 'c' }] };

test('the last line is the counts, and every skipped test is named with its reason', () => {
  expect(describeCounts(addCounts(passed, skipped))).toBe(
    'skipped: a > b: no IPv6 here\nskipped: c: no reason given\n3 passed, 0 failed, 2 skipped',
  );
});

test('what passed at its second attempt is a success that is named, with what was wrong at the first', () => {
  const again = { ...passed, again: [{ name: 'a > flickers', error: 'waited 3 s' }, { name: 'b' }] };
  expect(describeCounts(addCounts(again, skipped))).toContain(
    'passed at the second attempt: a > flickers: waited 3 s\npassed at the second attempt: b: no error was given\n',
  );
  expect(exitCodeOf(again)).toBe(0);
});

test('is a success only when tests ran, none failed and every runner ended well', () => {
  expect(exitCodeOf(addCounts(passed, skipped))).toBe(0);
  expect(exitCodeOf(noCounts())).toBe(1);
  expect(exitCodeOf(skipped)).toBe(1);
  expect(exitCodeOf({ ...passed, failed: 1 })).toBe(1);
  expect(exitCodeOf({ ...passed, broken: ['vitest'] })).toBe(1);
});

test('says which runner ended badly, whatever the others found', () => {
  expect(describeCounts({ ...passed, broken: ['vitest'] })).toContain('vitest ended with an error');
  expect(describeCounts({ ...passed, failed: 1, broken: ['Playwright'] })).toContain('Playwright ended with');
  expect(describeCounts(noCounts())).toContain('no test ran');
});

test('of an error the first line that says something is told, without its colours', () => {
  expect(firstLineOf('\n  \u001b[31mexpected 1\u001b[39m to be 2\n\nat a.test.ts:3')).toBe(
    'expected 1 to be 2',
  );
  for (const nothing of [undefined, '', '\n \n']) expect(firstLineOf(nothing)).toBeUndefined();
});
