import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { batchOf, noCounts, HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { onDurableDatabases } from '../../../e2e/support/history-places';
import { expectedFigures, storedFigures } from '../../../e2e/support/history-recount';
import { openArchive } from '../archive/open-archive';
import type { HistoryBatch } from './batch';

const HOUR = 3_600_000;
const SIX_HOURS = 6 * HOUR;

/** Two days of a target: a batch an hour, with ever other figures. */
const batches = Array.from({ length: 48 }, (_, hour): HistoryBatch => {
  const startMs = Math.floor((T + hour * HOUR) / 10_000) * 10_000;
  return batchOf('a', {
    rollups: [
      {
        subject: { kind: 'target', target: 'a' },
        startMs,
        counts: { ...noCounts, acquisitions: hour, held_ms: hour * 7, waiters_max: (hour * 5) % 11 },
        times: [{ measure: 'hold', bucket: hour % 9, count: hour + 1 }],
      },
    ],
    horizon: {
      ...{ atMs: startMs, within_10s: hour, within_1m: 0, within_10m: 0, within_1h: 0, later: 1, never: 2 },
    },
  });
});

onDurableDatabases((place) => {
  const { opened } = closing();

  test('a history of before there were figures of six hours gets them from those of every hour', async () => {
    const url = await place.url();
    const old = opened(openArchive({ url }));
    for (const batch of batches) await old.write(batch);
    const horizons = () => sql`select * from horizons where tier_ms = ${SIX_HOURS} order by start_ms`;
    const before = (await horizons().execute(old.db)).rows;
    for (const table of ['rollups', 'histograms', 'horizons'])
      await sql`delete from ${sql.table(table)} where tier_ms = ${SIX_HOURS}`.execute(old.db);
    await sql`alter table rollups drop column waited_max`.execute(old.db);
    await sql`alter table epochs drop column server`.execute(old.db);
    await sql`drop index audit_by_uid`.execute(old.db);
    await sql`alter table audit drop column uid`.execute(old.db);
    const later = ['owners', 'users', 'sessions', 'tokens', 'sign_in_tries', 'sign_in_flows'];
    const access = [
      'lock_order',
      'provider_logouts',
      'passkeys',
      'passkey_challenges',
      'approval_requests',
      'account_names',
    ];
    for (const table of [...later, 'audit_chain', 'audit_head', ...access])
      await sql`drop table ${sql.table(table)}`.execute(old.db);
    await sql`drop index spans_proven_expiries`.execute(old.db);
    await sql`create index spans_lapsed on spans (to_ms) where ended = 'expired'`.execute(old.db);
    await sql`delete from lockscope_migration where name >= '0004'`.execute(old.db);
    await old.close();

    const archive = opened(openArchive({ url }));
    await archive.write(batchOf('b'));
    expect(await storedFigures(archive.db, 'a')).toEqual(expectedFigures(batches));
    expect(before.length).toBeGreaterThan(7);
    expect((await horizons().execute(archive.db)).rows).toEqual(before);
  });
});
