import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OwnershipSpan, PastLock } from '../../contract/history/past';
import { operatorTokenOf } from '../../domain/keys/operator-token';
import { counted } from '../../domain/values/counted';
import { asLock } from './past-graph';

const NOW = 1_790_000_000_000;

/** A past lock that this token had. */
function lockOf(token: string): PastLock {
  const span: OwnershipSpan = {
    ...{ id: 1, lock: 'test.0.order', key: 'order', holder: 'x', holderRef: `token:${token}`, token },
    ...{ mode: 'exclusive', fromMs: NOW - 1_000, fromKnown: 'seen', toMs: null, ended: null, endedBy: null },
    ...{ leaseMs: 30_000, noTtl: false, renewals: 0, waitersMax: 0, waiterSeconds: 0 },
    ...{ fencing: null, verdict: null, overrunMs: null },
  };
  return {
    ...{ id: 'test.0.order', target: 'test', key: 'order', kind: 'mutex', format: null, state: 'held' },
    ...{ spans: [span], waiters: counted(0), ageMs: 1_000, leaseMs: 30_000, findings: [] },
  };
}

test('a past lock was in quarantine where its token was that of an operator', () => {
  const operator = operatorTokenOf('redisson-lock', 'mk', randomUUID());
  expect(asLock(lockOf(operator), NOW).holders).toMatchObject([{ quarantine: { by: 'mk' } }]);
  expect(asLock(lockOf('a:1'), NOW).holders[0]?.quarantine).toBeUndefined();
});
