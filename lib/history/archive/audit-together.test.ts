import { expect, test, vi } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { onDurableDatabases, onEveryDatabase } from '../../../e2e/support/history-places';
import type { NewAudit } from './archive-types';
import { openArchive } from './open-archive';

const entryOf = (nth: number, change: Partial<NewAudit> = {}): NewAudit => ({
  ...{ atMs: T + nth, actor: 'ann', action: 'release', target: 'shop', lockId: `shop.0.order:${nth}` },
  ...{ key: `order:${nth}`, holder: 'worker-7', reason: 'stuck', outcome: 'attempted', details: { nth } },
  ...change,
});
const manyOf = <T>(count: number, make: (nth: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));

onEveryDatabase((place) => {
  const { opened } = closing();
  const opening = async () => opened(openArchive({ url: await place.url() }));

  test('changes that come at once share a transaction, one link each in their order', async () => {
    const archive = await opening();
    await archive.appendAudit(entryOf(0));
    const transactions = vi.spyOn(archive.db, 'transaction');
    const entries = await Promise.all(manyOf(40, (nth) => archive.appendAudit(entryOf(nth + 1))));
    expect(transactions).toHaveBeenCalledTimes(1);
    expect(entries.map(({ id }) => id)).toEqual(manyOf(40, (nth) => nth + 2));
    const done = (nth: number) => ({ outcome: 'released', details: { nth, woken: 1 } }) as const;
    const both = await Promise.all([
      ...entries.slice(0, 20).map(({ id }, nth) => archive.updateAudit(id, done(nth))),
      ...manyOf(20, (nth) => archive.appendAudit(entryOf(nth + 41))),
    ]);
    expect(both).toHaveLength(40);
    expect(transactions).toHaveBeenCalledTimes(2);
    const links = await archive.db.selectFrom('audit_chain').select('entry').orderBy('seq').execute();
    const order = [null, ...manyOf(41, (nth) => nth + 1), ...manyOf(20, (nth) => nth + 2)];
    expect(links.map(({ entry }) => entry)).toEqual([...order, ...manyOf(20, (nth) => nth + 42)]);
    expect(await archive.auditChain()).toMatchObject({ entries: 61, links: 82, broken: null });
    const stored = await archive.audit({ limit: 100 });
    for (const { id, key, details, outcome } of stored.reverse()) {
      expect(key).toBe(`order:${id - 1}`);
      const nth = id - 2;
      const isDone = nth >= 0 && nth < 20;
      expect({ outcome, details }).toEqual(
        isDone ? done(nth) : { outcome: 'attempted', details: { nth: id - 1 } },
      );
    }
  });

  test('each is durable when it resolves, and two outcomes of one entry keep their order', async () => {
    const archive = await opening();
    const { id } = await archive.appendAudit(entryOf(1));
    const first = archive.updateAudit(id, { outcome: 'unknown', details: {} });
    const second = archive.updateAudit(id, { outcome: 'released', details: { settled: true } });
    await first;
    await second;
    expect(await archive.audit({ limit: 1 })).toMatchObject([{ id, outcome: 'released' }]);
    expect(await archive.auditChain()).toMatchObject({ entries: 1, links: 4, broken: null });
  });

  test('one that cannot be stored fails alone', async () => {
    const archive = await opening();
    const settled = await Promise.allSettled([
      archive.appendAudit(entryOf(1)),
      archive.appendAudit(entryOf(2, { atMs: Number.NaN })),
      archive.updateAudit(999, { outcome: 'released', details: {} }),
      archive.appendAudit(entryOf(3)),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(settled[2]).toMatchObject({ reason: { code: 'not-found' } });
    const keys = (await archive.audit({ limit: 9 })).map(({ key }) => key);
    expect(keys).toEqual(['order:3', 'order:1']);
    expect(await archive.auditChain()).toMatchObject({ entries: 2, links: 3, broken: null });
    expect(archive.problem()).toBeNull();
  });

  test('a text that is none in UTF-8 keeps nobody from being stored', async () => {
    const archive = await opening();
    const odd = { reason: 'half a pair \ud800 and \0', key: '\udc00', details: { of: '\ud800' } };
    const [entry] = await Promise.all([
      archive.appendAudit(entryOf(1, odd)),
      archive.appendAudit(entryOf(2)),
    ]);
    await archive.updateAudit(entry.id, { outcome: 'failed', details: { of: '\ud800', why: '\0' } });
    const [, stored] = await archive.audit({ limit: 2 });
    expect(stored).toMatchObject({ id: entry.id, reason: 'half a pair \ufffd and \ufffd', key: '\ufffd' });
    expect(await archive.auditChain()).toMatchObject({ entries: 2, links: 4, broken: null });
  });
});

onDurableDatabases((place) => {
  const { opened } = closing();

  test('an entry that shares its transaction is there for others when it resolves', async () => {
    const url = await place.url();
    const archive = opened(openArchive({ url }));
    const other = opened(openArchive({ url }));
    await archive.appendAudit(entryOf(0));
    const seen = await Promise.all(
      manyOf(20, async (nth) => {
        const { id } = await archive.appendAudit(entryOf(nth + 1));
        const [found] = await other.audit({ limit: 1, lockId: `shop.0.order:${nth + 1}` });
        return found?.id === id;
      }),
    );
    expect(seen).toEqual(manyOf(20, () => true));
  });
});
