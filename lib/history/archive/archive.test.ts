import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import {
  batchOf,
  lockInfo,
  lockOf,
  noCounts,
  spanOf,
  HISTORY_START_MS as T,
} from '../../../e2e/support/history-batches';
import { onEveryDatabase } from '../../../e2e/support/history-places';
import { TIERS } from '../database/tiers';
import type { Archive } from './archive-types';
import { openArchive } from './open-archive';

const locks = [lockInfo('a', 1), lockInfo('a', 2)];

onEveryDatabase((place, name) => {
  const { opened } = closing();
  const open = async () => opened(openArchive({ url: await place.url() }));
  const spans = (archive: Archive) => archive.db.selectFrom('spans').selectAll().orderBy('id').execute();

  test('a hold is one row that is changed until it has ended, and once more when its overrun is known', async () => {
    const archive = await open();
    expect(archive.kind).toBe(name);
    const first = spanOf('1', 'a', 1);
    await archive.write(batchOf('a', { locks, spans: [first, spanOf('2', 'a', 2)] }));
    await archive.write(batchOf('a', { spans: [{ ...first, renewals: 3 }] }));
    const lapsed = { ...first, renewals: 3, to_ms: T + 900, ended: 'expired' as const };
    await archive.write(batchOf('a', { spans: [lapsed] }));
    await archive.write(batchOf('a', { spans: [{ ...lapsed, overrun_ms: 40 }] }));
    const rows = await spans(archive);
    expect(
      rows.map(({ token, to_ms, renewals, ended, overrun_ms }) => [
        token,
        to_ms,
        renewals,
        ended,
        overrun_ms,
      ]),
    ).toEqual([
      ['token-1', T + 900, 3, 'expired', 40],
      ['token-2', null, 0, null, null],
    ]);
    const [subject] = await archive.db
      .selectFrom('subjects')
      .selectAll()
      .where('id', '=', rows[0]?.lock ?? 0)
      .execute();
    expect(subject).toMatchObject({ kind: 'lock', name: lockOf('a', 1), key_text: 'lock:1', key_exact: 1 });
  });

  test('a batch is not counted twice when it is written again', async () => {
    const archive = await open();
    const batch = batchOf('a', {
      locks,
      spans: [spanOf('1', 'a', 1)],
      rollups: [
        {
          subject: { kind: 'target', target: 'a' },
          startMs: T,
          counts: { ...noCounts, acquisitions: 1 },
          times: [],
        },
      ],
      events: [
        {
          atMs: T,
          lock: lockOf('a', 1),
          node: null,
          kind: 'long',
          by: 'event',
          holder: 'h',
          values: { x: 1 },
        },
      ],
    });
    await archive.write(batch);
    await archive.write(batch);
    expect(await spans(archive)).toHaveLength(1);
    const sums = await archive.db.selectFrom('rollups').select('acquisitions').execute();
    expect(sums.map(({ acquisitions }) => acquisitions)).toEqual(TIERS.map(() => 1));
    const events = await archive.db.selectFrom('events').selectAll().execute();
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ at_ms: T, kind: 'long', details: '{"x":1}' });
  });

  test('who has an older fence than the newest writer is refused, and nothing of it is stored', async () => {
    const archive = await open();
    await archive.write(batchOf('a', { fence: 7, locks }));
    await archive.endOpenSpans({ target: 'a', fence: 9, keep: [], beforeMs: T });
    const late = batchOf('a', { fence: 8, locks, spans: [spanOf('1', 'a', 1)] });
    await expect(archive.write(late)).rejects.toMatchObject({ code: 'history-fenced' });
    expect(await spans(archive)).toEqual([]);
    await archive.write(batchOf('b', { fence: 1, locks: [lockInfo('b', 1)], spans: [spanOf('1', 'b', 1)] }));
    await archive.write({ ...late, fence: 9 });
    expect(await spans(archive)).toHaveLength(2);
    expect(archive.problem()).toBeNull();
  });

  test('one row of coverage is one watch without a gap', async () => {
    const archive = await open();
    const watch = (fromMs: number, toMs: number, watcher = 'x') =>
      archive.write(batchOf('a', { covered: { fromMs: T + fromMs, toMs: T + toMs, watcher } }));
    await watch(0, 1_000);
    await watch(1_000, 2_000);
    await watch(2_500, 3_000);
    await watch(3_000, 4_000, 'y');
    const rows = await archive.db.selectFrom('coverage').selectAll().orderBy('from_ms').execute();
    expect(rows.map(({ from_ms, to_ms, watcher }) => [from_ms - T, to_ms - T, watcher])).toEqual([
      [0, 2_000, 'x'],
      [2_500, 3_000, 'x'],
      [3_000, 4_000, 'y'],
    ]);
  });

  test('waiters with a name, numbers of waiters and the horizon are kept', async () => {
    const archive = await open();
    const wait = {
      uid: 'w',
      lock: lockOf('a', 1),
      target: 'a',
      waiter: 'host-2',
      waiter_ref: 'host-2 3',
      known_by: 'queue' as const,
      from_ms: T,
      to_ms: null,
      got_it: null,
    };
    const horizon = {
      atMs: T + 5,
      within_10s: 1,
      within_1m: 2,
      within_10m: 3,
      within_1h: 4,
      later: 5,
      never: 6,
    };
    const waiting = [{ lock: lockOf('a', 1), atMs: T, waiters: null }];
    await archive.write(batchOf('a', { locks, waitSpans: [wait], waiting, horizon }));
    await archive.write(
      batchOf('a', { waitSpans: [{ ...wait, to_ms: T + 50, got_it: 1 }], horizon: { ...horizon, never: 9 } }),
    );
    expect(await archive.db.selectFrom('wait_spans').selectAll().execute()).toMatchObject([
      { to_ms: T + 50, got_it: 1 },
    ]);
    expect(await archive.db.selectFrom('waiting').selectAll().execute()).toMatchObject([
      { at_ms: T, waiters: null },
    ]);
    const horizons = await archive.db.selectFrom('horizons').selectAll().execute();
    expect(horizons.map(({ within_10s, never }) => [within_10s, never])).toEqual(TIERS.map(() => [1, 9]));
  });

  test('odd texts and figures keep nothing else from being stored', async () => {
    const archive = await open();
    const odd = spanOf('1', 'a', 1, { token: "a\0b'\u{1F512}\\", waiter_ms: 1.6, waiters_max: Number.NaN });
    await archive.write(batchOf('a', { locks, spans: [odd] }));
    expect((await spans(archive))[0]).toMatchObject({
      token: "a\uFFFDb'\u{1F512}\\",
      waiter_ms: 2,
      waiters_max: null,
    });
  });

  test('what was done is told newest first, and its outcome can be added', async () => {
    const archive = await open();
    const entry = {
      atMs: T,
      actor: 'ann',
      action: 'release' as const,
      target: 'a',
      lockId: lockOf('a', 1),
      key: 'lock:1',
      holder: null,
      reason: 'stuck',
      outcome: 'attempted' as const,
      details: { ttlMs: 'none' },
    };
    const first = await archive.appendAudit(entry);
    const second = await archive.appendAudit({ ...entry, lockId: null });
    await archive.updateAudit(first.id, { outcome: 'released', details: { done: true } });
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(await archive.audit({ limit: 9 })).toEqual([
      { ...second, hash },
      { ...first, outcome: 'released', details: { done: true }, hash },
    ]);
    expect(await archive.audit({ limit: 9, lockId: lockOf('a', 1) })).toHaveLength(1);
    expect(await archive.audit({ limit: 9, beforeId: second.id })).toHaveLength(1);
    await expect(archive.updateAudit(99, { outcome: 'failed', details: {} })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('marks that touch a range are found, of a target and of none', async () => {
    const archive = await open();
    const mark = {
      at_ms: T,
      until_ms: null,
      kind: 'deploy',
      title: 'v2',
      text: '',
      url: null,
      target: null,
      actor: 'ci',
    };
    const moment = await archive.addMark(mark);
    const span = await archive.addMark({ ...mark, at_ms: T - 100, until_ms: T + 100, target: 'a' });
    await archive.addMark({ ...mark, target: 'b' });
    expect(await archive.marks({ fromMs: T, toMs: T, target: 'a', limit: 9 })).toEqual([span, moment]);
    expect(await archive.marks({ fromMs: T + 1, toMs: T + 99, limit: 9 })).toEqual([span]);
    expect([await archive.removeMark(span.id), await archive.removeMark(span.id)]).toEqual([true, false]);
  });

  test('it says where it is, how large, and how far back it reaches', async () => {
    const archive = await open();
    await archive.write(batchOf('a', { locks, spans: [spanOf('1', 'a', 1)] }));
    const status = await archive.status();
    expect(status).toMatchObject({ kind: name, problem: null, reaches: { spans: T, events: null } });
    expect(status.bytes).toBeGreaterThan(4_096);
    expect(status.writtenAtMs).toBeGreaterThan(T - 1e12);
    expect(status.place).not.toMatch(/postgres@|:\/\//);
  });

  test('a statement that takes too long is ended and harms nothing else', async () => {
    const archive = opened(openArchive({ url: await place.url(), statementMs: 300 }));
    await archive.write(batchOf('a', { locks }));
    const { sql } = await import('kysely');
    const slow =
      name === 'postgres'
        ? sql`select pg_sleep(30)`
        : sql`with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n`;
    await expect(slow.execute(archive.db)).rejects.toMatchObject({ code: 'timed-out' });
    await archive.write(batchOf('a', { spans: [spanOf('1', 'a', 1)] }));
    expect(await spans(archive)).toHaveLength(1);
  });
});
