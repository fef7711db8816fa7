import { describe, expect, test } from 'vitest';
import { aHolder, aLock } from '../../../e2e/support/a-lock';
import type { Consequence } from '../../contract/actions';
import { keptBy, othersHoldOn } from './others-hold-on';

const will = (code: Consequence['code']): Consequence => ({ code, happens: true, values: {} });
const free = [will('waiters-race'), will('publishes'), will('no-undo')];

describe('a lock is kept', () => {
  const [one, two] = [aHolder({ mode: 'read' }), aHolder({ mode: 'read' })];

  test('by whoever has it as well', () => {
    expect(keptBy(aLock({ holders: [one, two, aHolder({ mode: 'read' })] }), one)).toBe(2);
    expect(keptBy(aLock({ holders: [one] }), one)).toBe(0);
  });

  test('not by who is past its own lease, nor by what its writer reads', () => {
    expect(keptBy(aLock({ holders: [one, { ...two, ttlMs: 0 }] }), one)).toBe(0);
    const writer = aHolder({ mode: 'write' });
    expect(keptBy(aLock({ holders: [one, writer] }), writer)).toBe(0);
    expect(keptBy(aLock({ holders: [one, writer] }), one)).toBe(1);
  });

  test('not as one permit keeps another', () => {
    const permits = { available: 0, held: 2, expired: 0 };
    expect(keptBy(aLock({ holders: [one, two], permits }), one)).toBe(0);
  });
});

test('while others keep it, it does not become free and nobody is woken', () => {
  expect(othersHoldOn(free, 2)).toEqual([
    { code: 'others-hold-on', happens: true, values: { count: 2 } },
    will('no-undo'),
  ]);
  expect(othersHoldOn([will('two-will-run')], 2)[1]?.values).toEqual({ others: 2 });
  expect(othersHoldOn(free, 0)).toEqual(free);
});
