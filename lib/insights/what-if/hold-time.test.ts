import { expect, test } from 'vitest';
import type { RecordedHold } from '../../history/queries/recorded-locks';
import { holdTimeOf, isRenewed } from './hold-time';

const LEASE_MS = 10_000;

function held(ms: number | null, change: Partial<RecordedHold> = {}): RecordedHold {
  return {
    ...{ fromMs: 1_000, toMs: ms === null ? null : 1_000 + ms, ended: 'released', mode: 'exclusive' },
    ...{ leaseMs: LEASE_MS, renewals: 0, overrunMs: null, verdict: null, waitersKnown: true },
    ...change,
  };
}

const died = held(LEASE_MS, { ended: 'expired' });
const outlived = held(LEASE_MS, { ended: 'expired', overrunMs: 5_000 });

test.each<[string, RecordedHold, { leaseMs: number | null; holdFactor: number }, boolean, number, boolean]>([
  ['work takes as many times as long', held(4_000), { leaseMs: null, holdFactor: 0.5 }, false, 2_000, false],
  [
    'work without renewal ends with its lease',
    held(8_000),
    { leaseMs: null, holdFactor: 2 },
    false,
    10_000,
    true,
  ],
  ['renewed work does not', held(8_000), { leaseMs: null, holdFactor: 2 }, true, 16_000, false],
  [
    'a shorter lease cuts work without renewal',
    held(8_000),
    { leaseMs: 5_000, holdFactor: 1 },
    false,
    5_000,
    true,
  ],
  [
    'a dead holder keeps the lock for the lease',
    died,
    { leaseMs: 4_000, holdFactor: 3 },
    false,
    4_000,
    false,
  ],
  [
    'a dead holder that had renewed keeps it for the lease after its last renewal',
    held(25_000, { ended: 'expired', renewals: 3 }),
    { leaseMs: 4_000, holdFactor: 1 },
    true,
    19_000,
    false,
  ],
  [
    'work that outlived its lease goes on under a longer one',
    outlived,
    { leaseMs: 20_000, holdFactor: 1 },
    false,
    15_000,
    false,
  ],
  [
    'and still expires under one that is too short',
    outlived,
    { leaseMs: 12_000, holdFactor: 1 },
    false,
    12_000,
    true,
  ],
  ['as recorded it expired while held', outlived, { leaseMs: null, holdFactor: 1 }, false, 10_000, true],
  [
    'a hold without a lease has none',
    held(4_000, { leaseMs: null }),
    { leaseMs: 1_000, holdFactor: 2 },
    false,
    8_000,
    false,
  ],
  [
    'a hold that goes on lasts to the end of the range',
    held(null),
    { leaseMs: null, holdFactor: 1 },
    false,
    29_000,
    false,
  ],
])('%s', (_, hold, change, renewed, ms, expired) => {
  expect(holdTimeOf(hold, change, renewed, 30_000)).toEqual({ ms, expired });
});

test('a watchdog is known by most of the holds that lasted for half of their lease', () => {
  const long = (renewals: number) => held(6_000, { renewals });
  expect(isRenewed([held(100), long(2), long(1), long(0)])).toBe(true);
  expect(isRenewed([held(100), long(2), long(0)])).toBe(false);
  expect(isRenewed([held(100), held(100)])).toBe(false);
});
