import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TwoTargets, twoTargets } from '../../../e2e/support/two-targets';
import { scopedRuntime } from './scoped-runtime';

let two: TwoTargets;
beforeAll(async () => {
  two = await twoTargets({ local: true });
});
afterAll(() => two.close());

test('that the chain of the audit is broken is known, which entry is only where that may be read', async () => {
  const append = (target: string) =>
    two.runtime.history.appendAudit({
      ...{ atMs: Date.now(), actor: 'mk', action: 'annotate', target, lockId: null, key: '' },
      ...{ holder: null, reason: 'test', outcome: 'noted', details: {} },
    });
  const [own, other] = [await append('own'), await append('other')];
  const auditors = [{ rights: ['view', 'audit'] as const, targets: ['own'], keys: ['*'] }];
  const scoped = scopedRuntime(
    two.runtime,
    auditors.map((grant) => ({ ...grant, rights: [...grant.rights] })),
  );
  // The same state in both cases, as the archive would have it.
  const stateOf = (entry: number) =>
    scopedRuntime(
      {
        ...two.runtime,
        archive: {
          ...two.runtime.archive,
          auditChain: async () => ({
            ...(await two.runtime.archive.auditChain()),
            broken: { seq: 1, entry, fault: 'changed' as const },
          }),
        },
      },
      scoped.grants,
    ).archive.auditChain();
  expect((await scoped.archive.auditChain()).broken).toBeNull();
  expect((await stateOf(own.id)).broken).toEqual({ seq: 1, entry: own.id, fault: 'changed' });
  expect((await stateOf(other.id)).broken).toEqual({ seq: 1, entry: null, fault: 'changed' });
});
