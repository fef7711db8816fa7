import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { onEveryDatabase, onPostgres } from '../../../e2e/support/history-places';
import { CHAIN_BEGIN, linkAfter, linkOf, newSalt } from '../database/audit-link';
import type { Archive, NewAudit } from './archive-types';
import { openArchive } from './open-archive';

const entryOf = (nth: number, change: Partial<NewAudit> = {}): NewAudit => ({
  ...{ atMs: T + nth, actor: 'ann', action: 'release', target: 'shop', lockId: `shop.0.order:${nth}` },
  ...{ key: `order:${nth}`, holder: 'worker-7', reason: 'stuck', outcome: 'attempted', details: { nth } },
  ...change,
});
const DONE = { outcome: 'released', details: { woken: 1 } } as const;

const linksOf = ({ db }: Archive) => db.selectFrom('audit_chain').selectAll().orderBy('seq').execute();

onEveryDatabase((place) => {
  const { opened } = closing();

  /** A moment later for each verification, so that none is of the cache. */
  async function opening(): Promise<Archive> {
    let nowMs = Date.now();
    return opened(openArchive({ url: await place.url(), now: () => (nowMs += 31_000) }));
  }

  /** Six entries, of which the second and the fourth have an outcome: links 2 to 9 after `begun`. */
  async function written(): Promise<Archive> {
    const archive = await opening();
    for (let nth = 1; nth <= 6; nth++) {
      const { id } = await archive.appendAudit(entryOf(nth), `uid-${nth}`);
      if (nth === 2 || nth === 4) await archive.updateAudit(id, DONE);
    }
    return archive;
  }
  const brokenIn = async (archive: Archive) => (await archive.auditChain()).broken;

  test('each entry and each outcome has a link, of which the head is the newest', async () => {
    const archive = await written();
    const links = await linksOf(archive);
    expect(links.map(({ seq, kind, entry }) => [seq, kind, entry])).toEqual([
      [1, 'begun', null],
      ...[1, 2, 2, 3, 4, 4, 5, 6].map((entry, at) => [at + 2, 'entry', entry]),
    ]);
    const state = await archive.auditChain();
    expect(state).toMatchObject({ entries: 6, links: 9, prunedBeforeMs: null, broken: null });
    expect(state.headHash).toBe(links.at(-1)?.hash);
    expect(await archive.auditHead()).toEqual({ seq: 9, hash: state.headHash });
    const entries = await archive.audit({ limit: 9 });
    expect(entries.map(({ hash }) => hash)).toEqual([9, 8, 7, 5, 4, 2].map((seq) => links[seq - 1]?.hash));
    // A hash with no chance in it would tell whether a token that is guessed is right.
    expect(new Set(links.map(({ salt }) => salt)).size).toBe(7);
  });

  test('is one chain, however many write at once', async () => {
    const archive = await opening();
    await Promise.all(
      Array.from({ length: 60 }, async (_, nth) => {
        const { id } = await archive.appendAudit(entryOf(nth));
        if (nth % 2 === 0) await archive.updateAudit(id, DONE);
      }),
    );
    expect(await archive.auditChain()).toMatchObject({ entries: 60, links: 91, broken: null });
    await expect(archive.updateAudit(999, DONE)).rejects.toMatchObject({ code: 'not-found' });
    expect(await brokenIn(archive)).toBeNull();
  });

  test('is verified over more than one page, while others write', async () => {
    const archive = await opening();
    for (let nth = 0; nth < 400; nth++) await archive.appendAudit(entryOf(nth));
    const writing = (async () => {
      for (let nth = 0; nth < 100; nth++) {
        await archive.updateAudit(nth + 1, DONE);
        await archive.appendAudit(entryOf(1_000 + nth));
      }
    })();
    for (let round = 0; round < 5; round++) expect(await brokenIn(archive)).toBeNull();
    await writing;
    expect(await archive.auditChain()).toMatchObject({ entries: 500, links: 601, broken: null });
    await sql`delete from audit where id = 380`.execute(archive.db);
    expect(await brokenIn(archive)).toMatchObject({ entry: 380, fault: 'missing' });
  });

  test.each([
    ['when', 'update audit set at_ms = at_ms - 1 where id = 3', 3],
    ['who', "update audit set actor = 'bo' where id = 3", 3],
    ['what', "update audit set action = 'extend' where id = 3", 3],
    ['where', "update audit set target = 'jobs' where id = 3", 3],
    ['which lock', "update audit set lock_id = '' where id = 3", 3],
    ['which key', "update audit set key = 'order:4' where id = 3", 3],
    ['whose hold', 'update audit set holder = null where id = 3', 3],
    ['the reason', "update audit set reason = 'planned' where id = 3", 3],
    ['the outcome', "update audit set outcome = 'refused' where id = 2", 2],
    ['the details', 'update audit set details = \'{"woken":2}\' where id = 2', 2],
    ['details that are none', "update audit set details = 'oops' where id = 4", 4],
    [
      'the outcome back to what it was',
      "update audit set outcome = 'attempted', details = '{\"nth\":2}' where id = 2",
      2,
    ],
  ])('an entry whose %s was changed by hand is named', async (_, statement, entry) => {
    const archive = await written();
    await sql.raw(statement).execute(archive.db);
    expect(await brokenIn(archive)).toMatchObject({ entry, fault: 'changed' });
    expect(await archive.audit({ limit: 9 })).toHaveLength(6);
  });

  test.each([
    ['a deleted entry', 'delete from audit where id = 3', { seq: 5, entry: 3, fault: 'missing' }],
    ['a deleted newest entry', 'delete from audit where id = 6', { seq: 9, entry: 6, fault: 'missing' }],
    [
      'an added entry that says it is of a console with a chain',
      `insert into audit (at_ms, actor, action, target, lock_id, key, reason, outcome, details, uid)
       values (1, 'eve', 'release', 'shop', '', '', '', 'released', '{}', 'a-uid')`,
      { seq: null, entry: 7, fault: 'added' },
    ],
    [
      'a link that was given another digest',
      `update audit_chain set digest = '${'a'.repeat(64)}' where seq = 5`,
      { seq: 5, entry: 3, fault: 'link' },
    ],
    [
      'a link that was given another entry',
      'update audit_chain set entry = 6 where seq = 5',
      { seq: 5, entry: 6, fault: 'link' },
    ],
    [
      'a link that was given another hash',
      `update audit_chain set hash = '${'a'.repeat(64)}' where seq = 5`,
      { seq: 5, entry: 3, fault: 'link' },
    ],
    ['a deleted link', 'delete from audit_chain where seq = 5', { seq: 5, entry: 3, fault: 'link' }],
    ['a deleted first link', 'delete from audit_chain where seq = 1', { seq: 1, entry: null, fault: 'link' }],
    ['a deleted last link', 'delete from audit_chain where seq = 9', { seq: 9, entry: 6, fault: 'link' }],
    ['a deleted head', 'delete from audit_head', { seq: 10, entry: null, fault: 'link' }],
    ['a head that was set back', 'update audit_head set seq = 8', { seq: 10, entry: null, fault: 'link' }],
    [
      'a deleted entry with its link',
      'delete from audit where id = 3; delete from audit_chain where entry = 3',
      { seq: 5, entry: null, fault: 'link' },
    ],
    [
      'a deleted link of an outcome',
      'delete from audit_chain where seq = 4',
      { seq: 3, entry: 2, fault: 'changed' },
    ],
    [
      'links in another order',
      'update audit_chain set seq = 99 where seq = 5; update audit_chain set seq = 5 where seq = 8; update audit_chain set seq = 8 where seq = 99',
      { seq: 5, entry: 5, fault: 'link' },
    ],
  ])('%s is found and named', async (_, statements, broken) => {
    const archive = await written();
    for (const statement of statements.split('; ')) await sql.raw(statement).execute(archive.db);
    expect(await brokenIn(archive)).toEqual(broken);
  });

  /** As a console of before the chain writes an entry, and its outcome. */
  async function byOlderConsole({ db }: Archive, atMs: number): Promise<void> {
    await sql`insert into audit (at_ms, actor, action, target, lock_id, key, reason, outcome, details)
      values (${atMs}, 'ann', 'release', 'shop', '', '', '', 'attempted', '{}')`.execute(db);
    await sql`update audit set outcome = 'released' where at_ms = ${atMs}`.execute(db);
  }

  test('entries of an older console are no fault: which the chain does not cover is named', async () => {
    const archive = await written();
    expect((await archive.auditChain()).uncovered).toBeNull();
    await byOlderConsole(archive, T + 100);
    expect(await archive.auditChain()).toMatchObject({
      broken: null,
      uncovered: { entries: 1, range: { fromEntry: 7, toEntry: 7, fromMs: T + 100, toMs: T + 100 } },
    });
    await archive.appendAudit(entryOf(8), 'uid-8');
    await byOlderConsole(archive, T + 300);
    await byOlderConsole(archive, T + 200);
    expect(await archive.auditChain()).toMatchObject({
      ...{ entries: 10, broken: null },
      uncovered: { entries: 3, range: { fromEntry: 7, toEntry: 10, fromMs: T + 100, toMs: T + 300 } },
    });
    // What the chain covers is still found to be changed.
    await sql`update audit set actor = 'bo' where id = 8`.execute(archive.db);
    expect(await brokenIn(archive)).toMatchObject({ entry: 8, fault: 'changed' });
  });

  test.each([
    ['before it', 'delete from audit_chain where entry = 6', { seq: 9, entry: 6, fault: 'link' }],
    ['after it', 'delete from audit_chain where entry = 8', { seq: 10, entry: 8, fault: 'link' }],
    ['on both sides', 'delete from audit_chain where seq > 8', { seq: 9, entry: 6, fault: 'link' }],
    [
      'whose entry is gone',
      'delete from audit where id = 8; delete from audit_chain where entry = 8',
      { seq: 10, entry: null, fault: 'link' },
    ],
  ])(
    'an entry of an older console is not taken for that of a removed link %s',
    async (_, statements, broken) => {
      const archive = await written();
      await byOlderConsole(archive, T + 100);
      await archive.appendAudit(entryOf(8), 'uid-8');
      for (const statement of statements.split('; ')) await sql.raw(statement).execute(archive.db);
      expect(await brokenIn(archive)).toEqual(broken);
    },
  );

  test.each(["actor = 'bo'", "details = '{}'", "outcome = 'failed'"])(
    'an entry that was changed by hand (%s) stays found when its outcome is written',
    async (change) => {
      const archive = await written();
      await sql.raw(`update audit set ${change} where id = 3`).execute(archive.db);
      await archive.updateAudit(3, DONE);
      await archive.appendAudit(entryOf(7));
      expect(await brokenIn(archive)).toMatchObject({ entry: 3, fault: 'changed' });
    },
  );

  test('an entry that was added by hand gets no link by an outcome', async () => {
    const archive = await written();
    await sql`delete from audit_chain where entry = 6`.execute(archive.db);
    await archive.updateAudit(6, DONE);
    expect(await brokenIn(archive)).toEqual({ seq: 9, entry: 6, fault: 'link' });
  });

  test.each([
    // A head is made anew of the last link, and its number is that of it: nothing is lost.
    ['delete from audit_head', null],
    ['update audit_head set seq = 3', null],
    ['delete from audit_chain where seq > 7', { seq: 8, entry: 5, fault: 'link' }],
    ['delete from audit_chain', { seq: 1, entry: 1, fault: 'link' }],
  ])('the audit goes on being written after “%s”', async (statement, broken) => {
    const archive = await written();
    await sql.raw(statement).execute(archive.db);
    const { id } = await archive.appendAudit(entryOf(7));
    await archive.updateAudit(id, DONE);
    expect((await archive.audit({ limit: 1 }))[0]).toMatchObject({ id, outcome: 'released' });
    expect(await brokenIn(archive)).toEqual(broken);
  });

  test('a link that somebody adds by the rules changes no more than an outcome', async () => {
    const archive = await written();
    await sql`update audit set actor = 'bo' where id = 3`.execute(archive.db);
    const [row] = await archive.db.selectFrom('audit').selectAll().where('id', '=', 3).execute();
    if (!row) throw new Error('there is no entry 3');
    const [before] = (await linksOf(archive)).filter(({ entry }) => entry === 3);
    const forged = linkAfter(
      (await archive.auditHead()) ?? CHAIN_BEGIN,
      linkOf(row, before?.salt ?? newSalt()),
    );
    await archive.db.insertInto('audit_chain').values(forged).execute();
    await archive.db.updateTable('audit_head').set({ seq: forged.seq, hash: forged.hash }).execute();
    expect(await brokenIn(archive)).toEqual({ seq: 10, entry: 3, fault: 'changed' });
  });

  test('is verified once for all who ask at a time, after 30 s, and when links were added', async () => {
    let nowMs = T;
    const archive = opened(openArchive({ url: await place.url(), now: () => nowMs }));
    await archive.appendAudit(entryOf(1));
    const [first, second] = await Promise.all([archive.auditChain(), archive.auditChain()]);
    expect(second).toBe(first);
    await archive.appendAudit(entryOf(2));
    expect(await archive.auditChain()).toBe(first); // it has just been verified
    nowMs += 20_000;
    const third = await archive.auditChain();
    expect(third.entries).toBe(2);
    await sql`update audit set actor = 'bo' where id = 1`.execute(archive.db);
    nowMs += 29_999;
    expect(await archive.auditChain()).toBe(third);
    nowMs += 1;
    expect((await archive.auditChain()).broken).toMatchObject({ entry: 1, fault: 'changed' });
  });
});

onPostgres((server) => {
  const { opened } = closing();

  test('consoles on one database keep one chain', async () => {
    const url = await server.database();
    const consoles = [1, 2].map(() => opened(openArchive({ url })));
    await Promise.all(
      consoles.flatMap((archive, at) =>
        Array.from({ length: 200 }, async (_, nth) => {
          const { id } = await archive.appendAudit(entryOf(at * 1_000 + nth));
          if (nth % 4 === 0) await archive.updateAudit(id, DONE);
        }),
      ),
    );
    const states = await Promise.all(consoles.map((archive) => archive.auditChain()));
    for (const state of states) expect(state).toMatchObject({ entries: 400, links: 501, broken: null });
    const [first] = consoles as [Archive];
    expect((await linksOf(first)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 501 }, (_, at) => at + 1),
    );
  });
});
