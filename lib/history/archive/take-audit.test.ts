import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { AuditEntry } from '../../contract/audit';
import { openArchive } from './open-archive';

type Change = Pick<AuditEntry, 'outcome' | 'details'>;
const attempted: Change = { outcome: 'attempted', details: {} };
const waiting: Change = { outcome: 'waiting', details: { request: 4 } };
const unknown: Change = { outcome: 'unknown', details: { code: 'timed-out' } };
const settled: Change = { outcome: 'unknown', details: { settled: { is: 'gone', atMs: 1 } } };
const counted: Change = { outcome: 'partly-released', details: { settled: { is: 'counted', atMs: 1 } } };
const released: Change = { outcome: 'released', details: { woken: 2 } };
const approved: Change = { outcome: 'approved', details: { request: 4 } };

test.each<[string, Change, Change, Change]>([
  ['of an attempt is taken', attempted, released, released],
  ['of a request that waits is taken', waiting, approved, approved],
  ['of a request is not replaced by that it waits', approved, waiting, approved],
  ['that was not known is taken', unknown, released, released],
  ['is taken where a later look found that it cannot be known', settled, released, released],
  ['of a run is taken where it was counted by its acts', counted, released, released],
  ['that is known stays', released, unknown, released],
  ['that a later look found stays where nothing more is known', settled, unknown, settled],
])('an outcome from a file %s', async (_, before, from, now) => {
  const archive = openArchive({ url: 'memory:' });
  onTestFinished(() => archive.close());
  const uid = randomUUID();
  const of = { atMs: 1, actor: 'mk', action: 'release', target: 'a', lockId: 'a.0.k', key: 'k' } as const;
  await archive.appendAudit({ ...of, holder: null, reason: 'stuck', ...before }, uid);
  await archive.takeAudit({ uid, entry: null, change: from });
  expect(await archive.audit({ limit: 2 })).toMatchObject([now]);
});
