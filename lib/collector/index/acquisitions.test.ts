import { expect, test } from 'vitest';
import type { Reading } from '../../domain/locks/lock-facts';
import type { DecodedHolder } from '../../formats/core/format';
import { numbersOf } from './acquisitions';
import type { AcquisitionNumbers } from './entry-types';

const T = 1_700_000_000_000;
const LEASE_MS = 30_000;

function holder(change: Partial<DecodedHolder>): DecodedHolder {
  return {
    ...{ token: 'a', tokenUnique: true, label: null, mode: 'exclusive', holdCount: 1, since: null },
    process: null,
    ...change,
  };
}

/** A reading at `atMs` with this TTL. */
function reading(atMs: number, ttlMs: number): Reading {
  return {
    ...{ atMs, ttlMs, deadlineMs: atMs + ttlMs, slackMs: 0, holders: [], valueDeadlineMs: null },
  };
}

/** Whether the hold of a second reading keeps the number of the first. */
function isSame(of: Partial<DecodedHolder>, after: Reading): boolean {
  const before = reading(T, LEASE_MS);
  const holders = [holder(of)];
  const numbers: AcquisitionNumbers = numbersOf(holders, before, null);
  const next = numbersOf(holders, after, { reading: before, numbers, leaseMs: LEASE_MS });
  return next.get('a') === numbers.get('a');
}

const thread = { tokenReused: true };
const constant = { tokenUnique: false };

test('a hold that is renewed while its lease runs keeps its number, whatever its token', () => {
  for (const of of [{}, thread, constant]) expect(isSame(of, reading(T + 29_000, LEASE_MS))).toBe(true);
});

test('a deadline that only a take after the end of the lease can set is another acquisition of a token that repeats', () => {
  expect(isSame(thread, reading(T + 31_000, LEASE_MS))).toBe(false);
  expect(isSame(constant, reading(T + 31_000, LEASE_MS))).toBe(false);
  expect(isSame({}, reading(T + 31_000, LEASE_MS))).toBe(true);
});
