import { expect, it } from 'vitest';
import { aHolder, aProcess, buildTestLock } from '@/e2e/support/a-lock';
import { reasonAt } from './reason-at';

it('the time a holder is gone runs on from its last heartbeat', () => {
  const known = { by: 'scan', atMs: 100_000 } as const;
  const heartbeat = { record: 'present', lastMs: 55_000, beatMs: 10_000, sinceMs: 0, known } as const;
  const holders = [aHolder({ verdict: 'gone', process: aProcess({ heartbeat }) })];
  const reason = { code: 'holder-gone', values: { agoMs: 45_000 } } as const;
  const lock = buildTestLock('a', { state: 'at-risk', reason, holders });
  expect(reasonAt(lock, 115_000).values).toEqual({ agoMs: 60_000 });
  expect(reasonAt(lock, 0)).toBe(reason);
});
