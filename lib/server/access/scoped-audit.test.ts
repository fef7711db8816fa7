import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textAs } from '../../../e2e/support/ask-as';
import { type TwoTargets, twoTargets } from '../../../e2e/support/two-targets';
import { AuditAnswer, type AuditEntry } from '../../contract/audit';
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

describe('the audit of somebody who may read that of some keys', () => {
  const append = (change: Partial<AuditEntry>) =>
    two.runtime.history.appendAudit({
      ...{ atMs: Date.now(), actor: 'mk', action: 'release', target: 'own', lockId: null, key: '' },
      ...{ holder: null, reason: 'by key', outcome: 'released', details: {}, ...change },
    });
  const ofKey = (key: string, change: Partial<AuditEntry> = {}) =>
    append({ lockId: `own.0.${key}`, key, ...change });
  const tokenOf = (keys: string[]) => two.tokenWith([{ rights: ['view', 'audit'], targets: ['own'], keys }]);
  const read = async (token: string, query: object = {}) =>
    AuditAnswer.parse(JSON.parse(await textAs(two.runtime, token, 'GET /api/audit', { query })));

  test('has the entries of those keys, on every page and in every file, and no others', async () => {
    await ofKey('payout:1');
    for (let nth = 0; nth < 30; nth++) await ofKey(`order:${nth}`);
    await append({ action: 'annotate' });
    await ofKey('payout:2');
    await append({ target: 'other', lockId: 'other.0.payout:3', key: 'payout:3' });
    const token = await tokenOf(['payout:*']);
    const keysOf = (answer: AuditAnswer) => answer.entries.map(({ key }) => key);
    const all = await read(token, { q: 'by key' });
    expect([keysOf(all), all.more, all.partial]).toEqual([['payout:2', 'payout:1'], false, true]);
    const first = await read(token, { q: 'by key', limit: 1 });
    expect([keysOf(first), first.more]).toEqual([['payout:2'], true]);
    for (const format of ['json', 'csv', 'jsonl', 'ocsf']) {
      const query = { q: 'by key', format };
      const text = await textAs(two.runtime, token, 'GET /api/audit/export', { query });
      expect([format, text.includes('payout:1'), text.includes('payout:2')]).toEqual([format, true, true]);
      expect([format, text.includes('order:'), text.includes('payout:3')]).toEqual([format, false, false]);
    }
    const whole = await read(await tokenOf(['*']), { q: 'by key', limit: 1_000 });
    expect([whole.entries.length, whole.partial]).toEqual([33, true]);
  });

  test('names no other key of a hold, and says how many there are', async () => {
    const [mine, theirs] = ['payout:9', 'ledger:9'].map((key) => ({ id: `own.0.${key}`, key }));
    const details = {
      hold: { asked: [mine?.key, theirs?.key], keys: [mine, theirs], kept: [{ ...theirs, sure: 'likely' }] },
      also: [theirs?.id],
    };
    await ofKey('payout:9', { outcome: 'partly-released', details });
    const { entries } = await read(await tokenOf(['payout:*']), { q: 'payout:9' });
    expect(entries).toMatchObject([{ details: { hold: { keys: [mine], kept: [] }, also: [], notShown: 3 } }]);
    expect(JSON.stringify(entries)).not.toContain('ledger');
  });
});
