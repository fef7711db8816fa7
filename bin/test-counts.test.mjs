import { expect, test } from 'vitest';
import { addCounts, describeCounts, exitCodeOf, noCounts } from './test-counts.mjs';

const passed = { ...noCounts(), passed: 3 };
const failed = [{ name: 'd > e', message: '\x1b[31mexpected 1\x1b[39m\nto be 2' }];
const skipped = { ...noCounts(), skipped: [{ name: 'a > b', reason: 'no IPv6 here' }, { name: 'c' }] };

test('the last line is the counts, and every skipped test is named with its reason', () => {
  expect(describeCounts(addCounts(passed, skipped))).toBe(
    'skipped: a > b: no IPv6 here\nskipped: c: no reason given\n3 passed, 0 failed, 2 skipped',
  );
});

test('every failed test is named with its error, without the colours of a terminal', () => {
  expect(describeCounts({ ...passed, failed })).toBe(
    'failed: d > e: expected 1\n  to be 2\n3 passed, 1 failed, 0 skipped',
  );
});

test('is a success only when tests ran, none failed and every runner ended well', () => {
  expect(exitCodeOf(addCounts(passed, skipped))).toBe(0);
  expect(exitCodeOf(noCounts())).toBe(1);
  expect(exitCodeOf(skipped)).toBe(1);
  expect(exitCodeOf({ ...passed, failed })).toBe(1);
  expect(exitCodeOf({ ...passed, broken: ['vitest'] })).toBe(1);
});

test('says which runner ended badly, whatever the others found', () => {
  expect(describeCounts({ ...passed, broken: ['vitest'] })).toContain('vitest ended with an error');
  expect(describeCounts({ ...passed, failed, broken: ['Playwright'] })).toContain('Playwright ended with');
  expect(describeCounts(noCounts())).toContain('no test ran');
});
