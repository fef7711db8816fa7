import pg from 'pg';
import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import {
  batchOf,
  lockInfo,
  lockOf,
  noCounts,
  numberedBatch,
  spanOf,
  HISTORY_START_MS as T,
} from '../../../e2e/support/history-batches';
import { onEveryDatabase } from '../../../e2e/support/history-places';
import type { HistoryBatch, SubjectRef } from '../database/batch';
import { schemaOf } from '../database/pg-connection';
import type { HistorySchema } from '../database/schema';
import type { Archive, RetentionDays } from './archive-types';
import { openArchive } from './open-archive';

const DAY = 86_400_000;
const days: RetentionDays = {
  spans: 3,
  waiting: 2,
  events: 4,
  audit: 5,
  seconds: 0.5,
  minutes: 1,
  tenMinutes: 2,
  hours: 6,
  days: 8,
};

onEveryDatabase((place, name) => {
  const { opened } = closing();
  const count = async (archive: Archive, table: keyof HistorySchema) =>
    (
      await archive.db
        .selectFrom(table as 'spans')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;

  test('each kind goes when it is older than it may be, and what goes on stays', async () => {
    const archive = opened(openArchive({ url: await place.url(), retention: { days } }));
    for (let day = 0; day <= 9; day++) await archive.write(ofDay(day));
    await archive.write(batchOf('a', { locks: [lockInfo('a', 0)], spans: [spanOf('on', 'a', 0)] }));
    const nowMs = T + 9 * DAY + 1_000;
    await archive.appendAudit({ ...audit, atMs: T + 3 * DAY });
    await archive.appendAudit({ ...audit, atMs: T + 5 * DAY });
    await archive.prune(nowMs);

    const spans = await archive.db
      .selectFrom('spans')
      .select(['from_ms', 'to_ms'])
      .orderBy('from_ms')
      .execute();
    expect(spans.map(({ from_ms, to_ms }) => [(from_ms - T) / DAY, to_ms === null])).toEqual([
      [0, true],
      [7, false],
      [8, false],
      [9, false],
    ]);
    const of = async (table: 'events' | 'audit' | 'waiting') =>
      (await archive.db.selectFrom(table).select('at_ms').orderBy('at_ms').execute()).map(
        ({ at_ms }) => (at_ms - T) / DAY,
      );
    expect(await of('events')).toEqual([6, 7, 8, 9]);
    expect(await of('waiting')).toEqual([8, 9]);
    expect(await of('audit')).toEqual([5]);
    const buckets = async (table: 'rollups' | 'histograms' | 'horizons') => {
      const rows = await archive.db.selectFrom(table).select(['tier_ms', 'start_ms']).execute();
      const tiers = new Map<number, number>();
      for (const { tier_ms } of rows) tiers.set(tier_ms, (tiers.get(tier_ms) ?? 0) + 1);
      return [...tiers].sort(([a], [b]) => a - b).map(([, number]) => number);
    };
    // Two subjects of rollups have a bucket a day.
    expect(await buckets('rollups')).toEqual([2, 4, 6, 14, 14, 18]);
    expect(await buckets('histograms')).toEqual([1, 2, 3, 7, 7, 9]);
    expect(await buckets('horizons')).toEqual([1, 2, 3, 7, 7, 9]);
    const names = (
      await archive.db.selectFrom('subjects').select('name').where('kind', '=', 'lock').execute()
    ).map(({ name }) => name);
    expect(names).toContain(lockOf('a', 0));
    expect(names).not.toContain(lockOf('a', 100));
    expect(names).toContain(lockOf('a', 109));
    // What was forgotten can come again.
    await archive.write(ofDay(0));
    expect(await count(archive, 'spans')).toBe(5);
  });

  test('when it is too large detail goes first, and that is told', async () => {
    const url = await place.url();
    const maxBytes = 1_000_000;
    const archive = opened(openArchive({ url, retention: { maxBytes } }));
    for (let nth = 0; nth < 150; nth++) await archive.write(numberedBatch('a', nth, 40));
    const contended = spanOf('c', 'a', 1, { to_ms: T + 5, ended: 'released', waiters_max: 2, waiter_ms: 5 });
    await archive.write(batchOf('a', { locks: [lockInfo('a', 1)], spans: [contended] }));
    const before = await archive.status();
    expect(before.bytes).toBeGreaterThan(maxBytes);
    const targetSums = await sumsOf(archive, 'target');
    await archive.prune(T + 3 * 3_600_000);

    expect(await count(archive, 'spans')).toBeLessThan(6_000);
    const kept = await archive.db
      .selectFrom('spans')
      .select('token')
      .where('token', '=', 'token-c')
      .execute();
    expect(kept).toHaveLength(1);
    expect(await sumsOf(archive, 'target')).toEqual(targetSums);
    expect(await count(archive, 'events')).toBeGreaterThan(150);
    const told = await archive.db
      .selectFrom('events')
      .select('details')
      .where('kind', '=', 'detail-dropped')
      .execute();
    expect(told.map(({ details }) => (JSON.parse(details) as { what: string }).what)).toContain(
      'lock-seconds',
    );
    if (archive.kind !== 'postgres') expect((await archive.status()).bytes).toBeLessThan(before.bytes ?? 0);
    const spans = await count(archive, 'spans');
    await archive.prune(T + 3 * 3_600_000);
    expect(await count(archive, 'spans')).toBe(spans);
  });

  test('others get their turn while much is pruned', async () => {
    const url = await place.url();
    const archive = opened(openArchive({ url, retention: { days } }));
    for (let nth = 0; nth < 60; nth++) await archive.write(numberedBatch('a', nth, 100));
    // In one file they take turns; on a server with connections of their own which is faster is chance, so one is held up.
    const letGo = name === 'postgres' ? await holdSpans(url) : async () => {};
    const ended: string[] = [];
    const pruned = archive.prune(T + 30 * DAY).then(() => ended.push('prune'));
    await archive.write(numberedBatch('b', 1)).then(() => ended.push('write'));
    await letGo();
    await pruned;
    expect(ended).toEqual(['write', 'prune']);
    expect(await count(archive, 'spans')).toBeLessThanOrEqual(5);
  });

  function sumsOf(archive: Archive, kind: SubjectRef['kind']) {
    return archive.db
      .selectFrom('rollups')
      .innerJoin('subjects', 'subjects.id', 'subject')
      .select(({ fn }) => [
        fn.sum<number>('acquisitions').as('acquisitions'),
        fn.sum<number>('waiter_ms').as('waiterMs'),
      ])
      .where('kind', '=', kind)
      .where('tier_ms', '>=', 3_600_000)
      .executeTakeFirst();
  }
});

/** Keeps every hold that there is from being deleted, until it is called. */
async function holdSpans(url: string): Promise<() => Promise<void>> {
  const { connectionString, schema } = schemaOf(url);
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('begin');
  await client.query(`select id from ${schema}.spans for update`);
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

const audit = {
  actor: 'ann',
  action: 'release',
  target: 'a',
  lockId: null,
  key: '',
  holder: null,
  reason: '',
  outcome: 'released',
  details: {},
} as const;

/** A hold, an event and the figures of one day, of a lock of its own. */
function ofDay(day: number): HistoryBatch {
  const atMs = T + day * DAY;
  const lock = 100 + day;
  const counts = { ...noCounts, acquisitions: 1 };
  return batchOf('a', {
    atMs,
    locks: [lockInfo('a', lock)],
    spans: [spanOf(`${day}`, 'a', lock, { from_ms: atMs, to_ms: atMs + 1, ended: 'released' })],
    waiting: [{ lock: lockOf('a', lock), atMs, waiters: 1 }],
    horizon: { atMs, within_10s: 1, within_1m: 0, within_10m: 0, within_1h: 0, later: 0, never: 0 },
    events: [
      { atMs, lock: lockOf('a', lock), node: null, kind: 'long', by: 'event', holder: null, values: {} },
    ],
    rollups: [
      {
        subject: { kind: 'lock', target: 'a', lock: lockOf('a', lock) },
        startMs: atMs,
        counts,
        times: [{ measure: 'hold', bucket: 1, count: 1 }],
      },
      { subject: { kind: 'target', target: 'a' }, startMs: atMs, counts, times: [] },
    ],
  });
}
