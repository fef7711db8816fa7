import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { onEveryDatabase } from '../../../e2e/support/history-places';
import type { Archive, NewAudit } from './archive-types';
import { openArchive } from './open-archive';

const DAY = 86_400_000;
const nowMs = T + 10 * DAY;
const retention = { days: { audit: 5 } };

const entryOf = (nth: number, atMs: number): NewAudit => ({
  ...{ atMs, actor: 'ann', action: 'annotate', target: '', lockId: null, key: `note ${nth}` },
  ...{ holder: null, reason: '', outcome: 'attempted', details: {} },
});
const old = (nth: number) => entryOf(nth, T + nth);
const DONE = { outcome: 'noted', details: {} } as const;

const linksOf = ({ db }: Archive) => db.selectFrom('audit_chain').selectAll().orderBy('seq').execute();

onEveryDatabase((place) => {
  const { opened } = closing();

  /** A moment later for each verification, so that none is of the cache. */
  async function opening(): Promise<Archive> {
    let clockMs = Date.now();
    return opened(openArchive({ url: await place.url(), now: () => (clockMs += 31_000), retention }));
  }
  const brokenIn = async (archive: Archive) => (await archive.auditChain()).broken;

  test('retention removes entries and the links at the beginning, and is a link itself', async () => {
    const archive = await opening();
    for (let nth = 1; nth <= 3; nth++) await archive.appendAudit(old(nth));
    const kept = await archive.appendAudit(entryOf(4, nowMs));
    await archive.updateAudit(2, DONE); // its link is behind one of an entry that stays
    await archive.prune(nowMs);
    expect((await archive.audit({ limit: 9 })).map(({ id }) => id)).toEqual([kept.id]);
    expect((await linksOf(archive)).map(({ seq, kind, entry }) => [seq, kind, entry])).toEqual([
      [5, 'entry', 4],
      [6, 'entry', 2],
      [7, 'pruned', null],
    ]);
    const state = await archive.auditChain();
    expect(state).toMatchObject({ entries: 1, links: 3, prunedBeforeMs: nowMs - 5 * DAY, broken: null });
    await archive.prune(nowMs);
    expect((await archive.auditChain()).links).toBe(3);
    await archive.appendAudit(entryOf(5, nowMs));
    await archive.prune(nowMs + 6 * DAY);
    expect((await linksOf(archive)).map(({ kind }) => kind)).toEqual(['pruned']);
    expect(await archive.auditChain()).toMatchObject({ entries: 0, links: 1, broken: null });
    await archive.appendAudit(entryOf(6, nowMs + 6 * DAY));
    expect(await brokenIn(archive)).toBeNull();
  });

  test('retention of many entries leaves the chain intact at every moment', async () => {
    const archive = await opening();
    for (let nth = 0; nth < 700; nth++)
      await archive.appendAudit(nth % 10 === 9 ? entryOf(nth, nowMs) : old(nth));
    const pruning = archive.prune(nowMs);
    let ended = false;
    void pruning.then(() => (ended = true));
    for (let round = 0; round < 3 || !ended; round++) expect(await brokenIn(archive)).toBeNull();
    await pruning;
    expect(await archive.auditChain()).toMatchObject({ entries: 70, broken: null });
  });

  test('retention covers up neither an entry that was removed by hand nor links', async () => {
    const archive = await opening();
    for (let nth = 1; nth <= 3; nth++) await archive.appendAudit(old(nth));
    const [young, younger] = [
      await archive.appendAudit(entryOf(4, nowMs)),
      await archive.appendAudit(entryOf(5, nowMs)),
    ];
    await archive.prune(nowMs);
    await sql`delete from audit where id = ${young.id}`.execute(archive.db);
    await archive.prune(nowMs);
    expect(await brokenIn(archive)).toMatchObject({ entry: young.id, fault: 'missing' });
    await sql`delete from audit_chain where entry = ${young.id}`.execute(archive.db);
    await archive.prune(nowMs);
    expect(await brokenIn(archive)).toMatchObject({ entry: younger.id, fault: 'link' });
    await archive.appendAudit(old(6));
    await archive.prune(nowMs);
    expect(await brokenIn(archive)).toMatchObject({ entry: younger.id, fault: 'link' });
  });

  test('retention does not drop links behind one that was removed by hand', async () => {
    const archive = await opening();
    await archive.appendAudit(old(1));
    const young = await archive.appendAudit(entryOf(2, nowMs));
    await archive.appendAudit(old(3));
    await archive.appendAudit(entryOf(4, nowMs));
    await sql`delete from audit where id = ${young.id}`.execute(archive.db);
    await sql`delete from audit_chain where entry = ${young.id}`.execute(archive.db);
    await archive.prune(nowMs);
    expect(await brokenIn(archive)).toMatchObject({ seq: 4, fault: 'link' });
  });

  test('retention that was not yet is no excuse: an old entry removed by hand is missing', async () => {
    const archive = await opening();
    await archive.appendAudit(old(1));
    await archive.appendAudit(old(2));
    await sql`delete from audit where id = 1`.execute(archive.db);
    expect(await brokenIn(archive)).toMatchObject({ entry: 1, fault: 'missing' });
  });
});
