import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textAs } from '../../../e2e/support/ask-as';
import { type TwoTargets, twoTargets } from '../../../e2e/support/two-targets';
import { auditRefused } from '../../actions/with-audit';
import { AuditAnswer, type AuditEntry } from '../../contract/audit';
import { endpointPath } from '../../contract/request';
import { ConsoleError } from '../../domain/values/errors';
import { PEER } from '../front/peer';
import { answered } from '../http/answered';
import { scopedRuntime } from './scoped-runtime';

const PROXY = '10.9.0.1';
const PAYOUTS = [{ rights: ['view', 'audit'], targets: ['own'], keys: ['payout:*'] }];

let two: TwoTargets;
beforeAll(async () => {
  two = await twoTargets({
    local: true,
    proxy: { userHeader: 'x-user', groupsHeader: 'x-groups', from: [PROXY] },
    roles: [{ name: 'payments', groups: ['payments'], allow: PAYOUTS }],
  });
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

test('how many entries no link states is known, which ones only where all may be read', async () => {
  const uncovered = { entries: 3, range: { fromEntry: 4, toEntry: 9, fromMs: 1, toMs: 2 } };
  const { archive } = two.runtime;
  const auditChain = async () => ({ ...(await archive.auditChain()), uncovered });
  const runtime = { ...two.runtime, archive: { ...archive, auditChain } };
  const seenWith = async (targets: string[]) => {
    const grants = [{ rights: ['view' as const, 'audit' as const], targets, keys: ['*'] }];
    return (await scopedRuntime(runtime, grants).archive.auditChain()).uncovered;
  };
  expect(await seenWith(['own'])).toEqual({ entries: 3, range: null });
  expect(await seenWith(['*'])).toEqual(uncovered);
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

  test('names no other key that a refused release of a hold asked for', async () => {
    const asked = ['payout:7', 'ledger:7', 'ledger:8'];
    await ofKey('payout:7', { outcome: 'refused', details: { hold: { asked, kept: [] } } });
    const { entries } = await read(await tokenOf(['payout:*']), { q: 'payout:7' });
    expect(entries).toMatchObject([{ details: { hold: { asked: ['payout:7'], kept: [] }, notShown: 2 } }]);
    const whole = await read(await tokenOf(['*']), { q: 'payout:7' });
    expect(whole.entries).toMatchObject([{ details: { hold: { asked, kept: [] } } }]);
  });

  test('counts the hidden keys that keep a hold, and those that may', async () => {
    const keyOf = (key: string) => ({ id: `own.0.${key}`, key });
    const keys = [
      { ...keyOf('payout:8'), outcome: 'released' },
      { ...keyOf('ledger:1'), outcome: 'released' },
      { ...keyOf('ledger:2'), outcome: 'failed' },
      { ...keyOf('ledger:3'), outcome: 'changed' },
      { ...keyOf('ledger:4'), outcome: 'unknown' },
    ];
    const kept = [
      { ...keyOf('ledger:5'), sure: 'likely' },
      { ...keyOf('ledger:6'), sure: 'possible' },
    ];
    await ofKey('payout:8', { outcome: 'partly-released', details: { hold: { keys, kept } } });
    const { entries } = await read(await tokenOf(['payout:*']), { q: 'payout:8' });
    expect(entries).toMatchObject([
      { details: { notShown: 6, hold: { keys: [keys[0]], kept: [], hidden: { held: 2, unclear: 2 } } } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('ledger');
  });
});

describe('whoever may read the audit of some keys', () => {
  const TOKEN = 'f00dbabef00dbabe';
  const append = (change: Partial<AuditEntry>) =>
    two.runtime.history.appendAudit({
      ...{ atMs: Date.now(), actor: 'MK', action: 'release', target: 'own', key: '', holder: TOKEN },
      ...{ lockId: null, reason: 'own-test', outcome: 'released', details: { actorIs: 'proxy' }, ...change },
    });
  const ofKey = (key: string, change: Partial<AuditEntry> = {}) =>
    append({ lockId: `${change.target ?? 'own'}.0.${key}`, key, ...change });
  const asked = async (user: string, key: 'GET /api/audit' | 'GET /api/audit/export', query: object) => {
    const headers = { [PEER]: PROXY, 'x-user': user, 'x-groups': 'payments' };
    const request = new Request(`http://console${endpointPath(key, { query } as never)}`, { headers });
    return (await answered(two.runtime, key, request, '')).text();
  };
  const read = async (user: string, query: object = {}) =>
    AuditAnswer.parse(JSON.parse(await asked(user, 'GET /api/audit', { q: 'own-test', ...query })));
  const keysOf = ({ entries }: AuditAnswer) => entries.map(({ key }) => key);

  const DETAILS = {
    ...{ actorIs: 'proxy', address: '10.8.3.14', agent: 'Firefox', code: 'changed', message: TOKEN },
    seen: { tokenDigest: 'ab'.repeat(32), readAtMs: 1, type: 'string', holdCount: 1, ttlMs: 5 },
    after: { holder: 'worker-9', token: TOKEN, type: 'string' },
    hold: { keys: [], kept: [{ id: 'own.0.ledger:1', key: 'ledger:1', sure: 'likely' }] },
  };

  test('has what they did themselves elsewhere, on every page and in every file, and of others nothing', async () => {
    await ofKey('payout:20', { actor: 'bo' });
    await ofKey('order:20', { outcome: 'refused', details: DETAILS });
    await ofKey('order:21', { actor: 'bo' });
    await ofKey('stock:20', { target: 'other' });
    await append({ action: 'release-many', key: 'family stock' });
    for (let nth = 0; nth < 30; nth++) await ofKey(`order:3${nth}`, { actor: 'mkk' });
    // Names that somebody typed, an API token chose, or a caller claims; what is of no target.
    await ofKey('order:22', { details: { actorIs: 'token' } });
    await ofKey('order:23', { details: { actorIs: 'claimed' } });
    await append({ action: 'sign-in', target: '', details: { actorIs: 'password' } });
    const own = ['family stock', 'stock:20', 'order:20', 'payout:20'];
    const all = await read('mk');
    expect([keysOf(all), all.more, all.partial]).toEqual([own, false, true]);
    const first = await read('mk', { limit: 2 });
    expect([keysOf(first), first.more]).toEqual([own.slice(0, 2), true]);
    expect(keysOf(await read('mk', { target: 'other' }))).toEqual(['stock:20']);
    expect(keysOf(await read('mk', { lockId: 'own.0.order:20' }))).toEqual(['order:20']);
    expect(keysOf(await read('bo'))).toEqual(['order:21', 'payout:20']);
    for (const format of ['json', 'csv', 'jsonl', 'ocsf']) {
      const text = await asked('mk', 'GET /api/audit/export', { q: 'own-test', format });
      for (const key of own) expect([format, key, text.includes(key)]).toEqual([format, key, true]);
      expect([format, /order:2[123]|order:3/.exec(text)?.[0]]).toEqual([format, undefined]);
      expect([format, text.includes(TOKEN), text.includes('worker-9')]).toEqual([format, false, false]);
    }
    const api = await two.tokenWith([{ rights: ['view', 'audit'], targets: ['own'], keys: ['payout:*'] }]);
    const byToken = await textAs(two.runtime, api, 'GET /api/audit', { query: { q: 'own-test' } });
    expect(keysOf(AuditAnswer.parse(JSON.parse(byToken)))).toEqual(['payout:20']);
  });

  test('is shown of an own entry elsewhere what they sent, and nothing that their rights hide', async () => {
    const [entry] = (await read('mk', { lockId: 'own.0.order:20' })).entries;
    expect(entry).toMatchObject({ actor: 'MK', key: 'order:20', reason: 'own-test', outcome: 'refused' });
    expect(entry?.holder).toMatch(/^masked-/);
    expect(entry?.details).toEqual({
      ...{ actorIs: 'proxy', address: '10.8.3.14', agent: 'Firefox', code: 'changed', onlyOwn: true },
    });
    expect(keysOf(await read('mk', { q: TOKEN }))).toEqual([]);
    const [covered] = (await read('bo', { lockId: 'own.0.payout:20' })).entries;
    expect(covered?.details).toEqual({ actorIs: 'proxy' });
  });

  test('has their refused attempt on a key that they may only view', async () => {
    const by = { account: 'mk', name: 'MK', via: 'proxy', roles: [], grants: [], session: null } as const;
    const caller = { by, address: '10.8.3.14', agent: '', claimed: null };
    const denied = new ConsoleError('denied', 'This needs the right "release".', { right: 'release' });
    const body = { reason: 'own-test refused' };
    await auditRefused(two.runtime, caller, 'release', { id: 'own.0.order:40', body }, denied);
    const found = await read('mk', { q: 'own-test refused' });
    expect(found.entries).toMatchObject([
      { key: 'order:40', outcome: 'refused', details: { code: 'denied', right: 'release', onlyOwn: true } },
    ]);
    expect(keysOf(await read('bo', { q: 'own-test refused' }))).toEqual([]);
  });
});
