import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { batchOf, lockInfo, spanOf, HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { onDurableDatabases } from '../../../e2e/support/history-places';
import { openArchive } from './open-archive';

onDurableDatabases((place) => {
  const { opened } = closing();

  test('holds that an earlier process left open go on under their row, or end with its last watch', async () => {
    const url = await place.url();
    const before = opened(openArchive({ url }));
    const wait = {
      uid: 'w',
      lock: spanOf('', 'a', 1).lock,
      target: 'a',
      waiter: 'p',
      waiter_ref: 'p',
      known_by: 'queue' as const,
      from_ms: T,
      to_ms: null,
      got_it: null,
    };
    await before.write(
      batchOf('a', {
        covered: { fromMs: T, toMs: T + 5_000, watcher: 'first' },
        locks: [1, 2, 3].map((nth) => lockInfo('a', nth)),
        spans: [
          spanOf('1', 'a', 1, { holder: null, fencing: '33' }),
          spanOf('2', 'a', 2),
          spanOf('3', 'a', 3, { from_ms: T + 5_001 }),
        ],
        waitSpans: [wait],
      }),
    );
    expect((await before.openSpans('a')).spans).toEqual([]);
    await before.close();

    const after = opened(openArchive({ url }));
    const left = await after.openSpans('a');
    expect(left.lastCoveredMs).toBe(T + 5_000);
    expect(left.waitSpans).toMatchObject([{ lock: wait.lock, waiter_ref: 'p' }]);
    expect(left.spans.map(({ token }) => token)).toEqual(['token-1', 'token-2', 'token-3']);
    const [first] = left.spans;
    if (!first) throw new Error('nothing was left open');
    const { uid: _, ...original } = spanOf('1', 'a', 1, { holder: null, fencing: '33' });
    expect(first).toMatchObject(original);

    const covered = { fromMs: T + 60_000, toMs: T + 61_000, watcher: 'second' };
    await after.write(
      batchOf('a', {
        covered,
        spans: [{ ...first, renewals: 8 }, spanOf('1', 'a', 2, { from_ms: T + 60_500 })],
      }),
    );
    expect(
      await after.endOpenSpans({ target: 'a', fence: null, keep: [first.uid], beforeMs: T + 60_000 }),
    ).toBe(2);
    const rows = await after.db.selectFrom('spans').selectAll().orderBy('id').execute();
    expect(
      rows.map(({ from_ms, to_ms, ended, renewals }) => [from_ms - T, to_ms && to_ms - T, ended, renewals]),
    ).toEqual([
      [0, null, null, 8],
      [0, 5_000, 'unseen', 0],
      [5_001, 5_001, 'unseen', 0],
      [60_500, null, null, 0],
    ]);
    expect((await after.db.selectFrom('wait_spans').selectAll().execute())[0]?.to_ms).toBe(T + 5_000);
    expect((await after.openSpans('a')).spans).toEqual([]);
  });

  test('tables of a newer version are refused and left as they are', async () => {
    const url = await place.url();
    const old = opened(openArchive({ url }));
    await old.write(batchOf('a', { locks: [lockInfo('a', 1)], spans: [spanOf('1', 'a', 1)] }));
    await sql`insert into lockscope_migration (name, timestamp) values ('9999-later', '')`.execute(old.db);
    await old.close();
    const archive = opened(openArchive({ url }));
    await expect(archive.write(batchOf('a'))).rejects.toMatchObject({ code: 'history-unavailable' });
    expect(archive.problem()?.message).toMatch(/newer version of Lockscope \(9999-later\)/);
    expect((await archive.status()).bytes).toBeNull();
  });

  test('two that open the same new place at once both have their tables, and a file has one writer', async () => {
    const url = await place.url();
    const both = [opened(openArchive({ url })), opened(openArchive({ url }))];
    const written = await Promise.allSettled(
      both.map((archive, nth) =>
        archive.write(
          batchOf(`t${nth}`, { locks: [lockInfo(`t${nth}`, 1)], spans: [spanOf('1', `t${nth}`, 1)] }),
        ),
      ),
    );
    const done = written.filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBe(both[0]?.kind === 'sqlite' ? 1 : 2);
    expect(await both[0]?.db.selectFrom('spans').selectAll().execute()).toHaveLength(done);
  });
});
