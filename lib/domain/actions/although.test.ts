import { expect, test } from 'vitest';
import { aHolder, aLock } from '../../../e2e/support/a-lock';
import type { HolderVerdict } from '../../contract/codes';
import { althoughOf, consentFor, isConsent, mostRequired } from './although';

const PERIOD_MS = 400_000;
const NOW_MS = 10_000_000;

function lockOf(verdict: HolderVerdict, renewedAgoMs: number | null, holders = 1) {
  const renewal =
    renewedAgoMs === null
      ? { count: 0, lastAtMs: null, periodMs: null, lateBy: null }
      : { count: 3, lastAtMs: NOW_MS - renewedAgoMs, periodMs: PERIOD_MS, lateBy: 0 };
  const lock = aLock({ renewal, holders: [aHolder({ verdict })] });
  return { ...lock, isAlone: holders === 1 };
}

test.each([
  ['alive', 5_000, 'alive'],
  ['alive', null, 'alive'],
  ['overstaying', PERIOD_MS * 2, 'alive'],
  // Its process went silent half a minute ago; its next renewal is due in six minutes.
  ['gone', 30_000, 'renews'],
  ['gone', PERIOD_MS - 1, 'renews'],
  ['gone', PERIOD_MS, null],
  ['unknown', 5_000, 'renews'],
  ['unknown', PERIOD_MS, null],
  ['gone', null, null],
  ['unknown', null, null],
] as const)('a holder that is %s and renewed %s ms ago: %s', (verdict, agoMs, although) => {
  expect(althoughOf(lockOf(verdict, agoMs), NOW_MS)).toBe(although);
});

test('renewals of a lock with several holders are of none of them', () => {
  expect(althoughOf(lockOf('unknown', 5_000, 2), NOW_MS)).toBeNull();
  expect(althoughOf(lockOf('alive', null, 2), NOW_MS)).toBe('alive');
});

test.each([
  ['unknown', 1, 'renews'],
  ['unknown', 0, null],
  // Nothing renews that is proven gone.
  ['gone', 1, null],
  ['alive', 1, 'alive'],
] as const)('one that is %s and may renew for %s ms more: %s', (verdict, leftMs, although) => {
  const lock = lockOf(verdict, null);
  const awaited = { sinceMs: NOW_MS - 2_000, untilMs: NOW_MS + leftMs };
  const judged = { ...lock, renewal: { ...lock.renewal, awaited } };
  expect(althoughOf(judged, NOW_MS)).toBe(although);
  expect(althoughOf({ ...judged, isAlone: false }, NOW_MS)).toBe(verdict === 'alive' ? 'alive' : null);
});

test.each([
  [null, null, true],
  [null, 'renews', false],
  [null, 'alive', false],
  ['renews', 'renews', true],
  ['renews', 'alive', false],
  ['alive', 'renews', true],
  ['alive', 'alive', true],
  ['renews', null, true],
] as const)('consent to %s where %s is needed: %s', (given, needed, enough) => {
  expect(isConsent(given, needed)).toBe(enough);
});

test.each([
  [null, 'alive', null],
  ['alive', null, null],
  ['alive', 'renews', 'renews'],
  ['alive', 'alive', 'alive'],
  ['renews', 'alive', 'renews'],
] as const)('of a consent to %s for several, one that needs %s has %s', (given, needed, has) => {
  expect(consentFor(given, needed)).toBe(has);
});

test('of several the most counts, and the latest end', () => {
  const renews = { although: 'renews', untilMs: 5 } as const;
  const nothing = { although: null };
  expect(mostRequired([nothing, renews, { ...renews, untilMs: 9 }])).toEqual({ ...renews, untilMs: 9 });
  expect(mostRequired([renews, { although: 'alive' }])).toEqual({ although: 'alive' });
  expect(mostRequired([nothing])).toEqual(nothing);
});

test('a holder that took longer between two renewals may take as long again', () => {
  const lock = lockOf('unknown', PERIOD_MS);
  const irregular = { ...lock, renewal: { ...lock.renewal, longestMs: PERIOD_MS * 10 } };
  expect(althoughOf(irregular, NOW_MS)).toBe('renews');
  expect(althoughOf(irregular, NOW_MS + PERIOD_MS * 9)).toBeNull();
});
