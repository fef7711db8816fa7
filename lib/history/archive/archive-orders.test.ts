import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { batchOf, lockInfo, lockOf, HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { onEveryDatabase } from '../../../e2e/support/history-places';
import type { OrderWrite } from '../database/batch';
import { crossedPairs } from '../queries/crossed-pairs';
import type { Archive } from './archive-types';
import { openArchive } from './open-archive';

const DAY = 86_400_000;
const ALL = { target: null, family: null, lock: null };

function order(before: number, after: number, change: Partial<OrderWrite> = {}): OrderWrite {
  const lock = (nth: number) => ({ kind: 'lock' as const, target: 'a', lock: lockOf('a', nth) });
  return {
    ...{ before: lock(before), after: lock(after), seen: 1, together: 0, firstMs: T, lastMs: T },
    ...{ holder: 'ann', token: 'x', ...change },
  };
}

onEveryDatabase((place) => {
  const { opened } = closing();
  const open = async () => opened(openArchive({ url: await place.url() }));
  const write = (archive: Archive, ...orders: OrderWrite[]) =>
    archive.write(batchOf('a', { locks: [1, 2, 3].map((nth) => lockInfo('a', nth)), orders }));

  test('pairs add up over batches, and each that was seen in both orders is found once', async () => {
    const archive = await open();
    await write(archive, order(1, 2), order(1, 3), order(2, 1, { seen: 0, together: 4, token: null }));
    expect(await crossedPairs(archive.db, ALL, 0)).toEqual([]);
    await write(archive, order(1, 2, { seen: 2, firstMs: T + 5, lastMs: T + 9 }));
    await write(
      archive,
      order(2, 1, { holder: 'bob', token: 'y', firstMs: T - 5 }),
      order(1, 2, { token: 'z' }),
    );
    const [pair, ...more] = await crossedPairs(archive.db, ALL, 0);
    expect(more).toEqual([]);
    const lock = (nth: number) => ({ id: lockOf('a', nth), key: `lock:${nth}`, family: 'lock:*' });
    expect(pair).toEqual({
      ...{ target: 'a', a: lock(1), b: lock(2) },
      forth: { seen: 4, together: 0, firstMs: T, lastMs: T + 9, holder: 'ann', token: '' },
      back: { seen: 1, together: 4, firstMs: T - 5, lastMs: T, holder: 'bob', token: 'y' },
    });
    const found = async (scope: object, fromMs = 0) =>
      (await crossedPairs(archive.db, { ...ALL, ...scope }, fromMs)).length;
    expect(await found({ target: 'a', family: 'lock:*' })).toBe(1);
    expect(await found({ lock: lockOf('a', 2) })).toBe(1);
    expect(await found({ lock: lockOf('a', 3) })).toBe(0);
    expect(await found({ target: 'b' })).toBe(0);
    expect(await found({ among: ['b'] })).toBe(0);
    expect(await found({}, T + 1)).toBe(0);
  });

  test('pairs of families stand apart from those of locks', async () => {
    const archive = await open();
    const family = (name: string) => ({ kind: 'family' as const, target: 'a', family: name });
    const [one, other] = [family('x'), family('y')];
    await write(
      archive,
      order(1, 2, { before: one, after: other }),
      order(1, 2, { before: other, after: one }),
    );
    expect(await archive.db.selectFrom('lock_order').selectAll().execute()).toHaveLength(2);
    expect(await crossedPairs(archive.db, ALL, 0)).toEqual([]);
  });

  test('a batch that is written again is counted once', async () => {
    const archive = await open();
    const batch = batchOf('a', { locks: [1, 2].map((nth) => lockInfo('a', nth)), orders: [order(1, 2)] });
    await archive.write(batch);
    await archive.write(batch);
    const rows = await archive.db.selectFrom('lock_order').selectAll().execute();
    expect(rows).toMatchObject([{ seen: 1, target: 'a' }]);
  });

  test('they go with the holds they are made of, and their locks not before them', async () => {
    const archive = await open();
    await write(archive, order(1, 2), order(2, 3, { lastMs: T + 2 * DAY }));
    const left = async (days: number) => {
      await archive.prune(T + days * DAY);
      const rows = await archive.db.selectFrom('lock_order').select('last_ms').execute();
      const subjects = await archive.db.selectFrom('subjects').select('name').execute();
      return [rows.length, subjects.length];
    };
    expect(await left(29)).toEqual([2, 3]);
    expect(await left(31)).toEqual([1, 2]);
    expect(await left(33)).toEqual([0, 0]);
  });
});
