import { expect, test } from 'vitest';
import { batchOf, lockInfo, lockOf, HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import type { CrossedWith } from '../../domain/locks/lock-facts';
import { openArchive } from '../../history/archive/open-archive';
import type { OrderWrite } from '../../history/database/batch';
import { createOrderWatch } from './order-watch';

const DAY = 86_400_000;

function order(before: number, after: number, seen: number, lastMs = T): OrderWrite {
  const lock = (nth: number) => ({ kind: 'lock' as const, target: 'a', lock: lockOf('a', nth) });
  return {
    ...{ before: lock(before), after: lock(after), seen, together: 0, firstMs: T, lastMs },
    ...{ holder: `h${before}`, token: `t${before}` },
  };
}

async function setup(orders: OrderWrite[]) {
  const archive = openArchive({ url: 'memory:' });
  await archive.write(batchOf('a', { locks: [1, 2, 3].map((nth) => lockInfo('a', nth)), orders }));
  const reported: Map<string, CrossedWith>[] = [];
  let nowMs = T;
  const collector = {
    setCrossed: (crossed: ReadonlyMap<string, CrossedWith>) => void reported.push(new Map(crossed)),
  };
  const look = createOrderWatch(
    () => [collector],
    archive.db,
    () => nowMs,
  );
  const at = async (ms: number) => {
    nowMs = ms;
    await look();
    return reported;
  };
  return { archive, at };
}

test('both locks of a pair say both orders, with how often and by whom', async () => {
  const { archive, at } = await setup([order(1, 2, 3), order(2, 1, 40), order(1, 3, 9)]);
  const [crossed] = await at(T);
  expect([...(crossed?.keys() ?? [])].sort()).toEqual([lockOf('a', 1), lockOf('a', 2)]);
  const line = (first: number, key: number, count: number, lock: number) => ({
    ...{ code: 'taken-in-order', tone: 'at-risk', known: { by: 'inferred', atMs: T } },
    values: {
      lock: lockOf('a', lock),
      first: `lock:${first}`,
      key: `lock:${key}`,
      count,
      holder: `h${first}`,
    },
  });
  expect(crossed?.get(lockOf('a', 1))).toEqual({
    ...{ sinceMs: T, times: 3 },
    evidence: [line(1, 2, 3, 2), line(2, 1, 40, 2)],
  });
  expect(crossed?.get(lockOf('a', 2))?.evidence).toEqual([line(2, 1, 40, 1), line(1, 2, 3, 1)]);
  await archive.close();
});

test('an order that was not taken for a week is taken back, and nothing is said where there never was one', async () => {
  const { archive, at } = await setup([order(1, 2, 3), order(2, 1, 40, T + DAY)]);
  expect((await at(T + 6 * DAY)).at(-1)?.size).toBe(2);
  expect((await at(T + 8 * DAY)).at(-1)?.size).toBe(0);
  const before = (await at(T + 8 * DAY)).length;
  expect((await at(T + 8 * DAY)).length).toBe(before);
  await archive.close();
  await expect(at(T)).rejects.toThrow();
});
