import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { onDurableDatabases } from '../../../e2e/support/history-places';
import { openArchive } from '../archive/open-archive';

const ENTRIES = 1_203;

onDurableDatabases((place) => {
  const { opened } = closing();

  test('entries from before there was a chain are linked, and then stated as they are', async () => {
    const url = await place.url();
    const old = opened(openArchive({ url }));
    await old.auditHead();
    const later = [
      'lock_order',
      'provider_logouts',
      'passkeys',
      'passkey_challenges',
      'approval_requests',
      'account_names',
    ];
    for (const table of ['audit_chain', 'audit_head', ...later])
      await sql`drop table ${sql.table(table)}`.execute(old.db);
    for (const index of ['audit_by_uid', 'sessions_by_subject', 'sessions_by_sid'])
      await sql`drop index ${sql.ref(index)}`.execute(old.db);
    await sql`alter table audit drop column uid`.execute(old.db);
    for (const column of ['subject', 'sid', 'passkey', 'stepped_ms'])
      await sql`alter table sessions drop column ${sql.ref(column)}`.execute(old.db);
    await sql`alter table tokens drop column via`.execute(old.db);
    await sql`delete from lockscope_migration where name >= '0010'`.execute(old.db);
    const rows = Array.from({ length: ENTRIES }, (_, nth) => ({
      ...{ at_ms: T + nth, actor: 'ann', action: 'release', target: 'shop', lock_id: '', key: `k${nth}` },
      ...{ holder: nth % 2 ? null : 'w', reason: '', outcome: 'released', details: '{}' },
    }));
    for (let at = 0; at < ENTRIES; at += 100)
      await old.db
        .insertInto('audit')
        .values(rows.slice(at, at + 100))
        .execute();
    await sql`delete from audit where key in ('k0', 'k700')`.execute(old.db);
    await old.close();

    let nowMs = T;
    const archive = opened(openArchive({ url, now: () => (nowMs += 31_000) }));
    const state = { entries: ENTRIES - 2, links: ENTRIES - 1, broken: null };
    expect(await archive.auditChain()).toMatchObject(state);
    const kinds = await archive.db.selectFrom('audit_chain').select('kind').orderBy('seq').execute();
    expect(kinds.findIndex(({ kind }) => kind === 'begun')).toBe(ENTRIES - 2);
    const [newest] = await archive.audit({ limit: 1 });
    expect(newest?.hash).toMatch(/^[0-9a-f]{64}$/);
    await archive.updateAudit(newest?.id ?? 0, { outcome: 'unknown', details: {} });
    expect((await archive.auditChain()).broken).toBeNull();
    await sql`update audit set reason = 'planned' where key = 'k900'`.execute(archive.db);
    expect((await archive.auditChain()).broken).toMatchObject({ entry: 901, fault: 'changed' });
  });
});
