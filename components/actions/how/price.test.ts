import { expect, it } from 'vitest';
import { aHolder, aLock } from '@/e2e/support/a-lock';
import type { Holder } from '@/lib/contract/holder';
import type { Lock } from '@/lib/contract/lock';
import { counted } from '@/lib/domain/values/counted';
import { emptyDraft } from './draft';
import { priceOf } from './price';

const RENEWED = { count: 2, lastAtMs: 995_000, periodMs: 10_000, lateBy: 0.5 };

/** A lock with 20 s left. */
function of(verdict: Holder['verdict'], waiting: number | null, change: Partial<Lock> = {}) {
  const holder = aHolder({ verdict });
  const waiters = { count: counted(waiting), known: null };
  return { lock: aLock({ holders: [holder], waiters, ...change }), holder };
}

const draft = { ...emptyDraft(60_000), quarantine: '30s' };

it.each([
  ['release', of('gone', 6), { code: 'nobodyLonger' }],
  ['release', of('alive', 3), { code: 'twoMayWork' }],
  ['release', of('unknown', null), { code: 'twoMayWork' }],
  ['quarantine', of('gone', 6), { code: 'wait', longerMs: 30_000, count: 6 }],
  ['quarantine', of('gone', 0), { code: 'nobodyWaits' }],
  ['quarantine', of('unknown', null), { code: 'whoWaits', longerMs: 30_000 }],
  ['extend', of('gone', 6), { code: 'waitUpTo', longerMs: 40_000, count: 6 }],
  ['extend', of('unknown', null), { code: 'whoWaitsUpTo', longerMs: 40_000 }],
  ['extend', of('alive', 3, { renewal: RENEWED }), { code: 'undone' }],
  ['extend', of('gone', 3, { renewal: RENEWED }), { code: 'waitUpTo', longerMs: 40_000, count: 3 }],
] as const)('the price of %s', (action, about, price) => {
  expect(priceOf(action, about, draft)).toEqual(price);
});

it('is none while the time is not known, and no effect where the lease is longer already', () => {
  expect(priceOf('quarantine', of('gone', 6), { ...draft, quarantine: '6m' })).toBeNull();
  expect(priceOf('extend', of('gone', 6), { ...draft, lease: 'soon' })).toBeNull();
  expect(priceOf('extend', of('gone', 6), { ...draft, lease: '10s' })).toEqual({ code: 'noEffect' });
});
