import { expect, test } from 'vitest';
import { aHolder, lockOf } from '../../../e2e/support/a-lock';
import { HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { type PastHold, pastBatches } from '../../../e2e/support/past-batch';
import { targetOf } from '../../../e2e/support/watch';
import type { Lock } from '../../contract/lock';
import { displayOf } from '../../domain/keys/bytes';
import type { UsualHold } from '../../domain/locks/lock-facts';
import { openArchive } from '../../history/archive/open-archive';
import { createOverstayWatch } from './overstay-watch';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const renewed = (name: string, count: number, change: Partial<Lock> = {}): Lock =>
  lockOf(name, {
    key: displayOf(name),
    renewal: { count, lastAtMs: 0, periodMs: 10_000, lateBy: 0 },
    ...change,
  });

async function setup(holds: PastHold[], locks: Lock[]) {
  const archive = openArchive({ url: 'memory:' });
  for (const batch of pastBatches('a', holds, [[T, T + HOUR]])) await archive.write(batch);
  let nowMs = T + HOUR;
  const told: Map<string, UsualHold>[] = [];
  const collector = {
    target: targetOf('redis://127.0.0.1:1', { name: 'a' }),
    locks: () => locks,
    setUsual: (usual: ReadonlyMap<string, UsualHold>) => void told.push(new Map(usual)),
  };
  const look = createOverstayWatch(
    () => [collector],
    archive.db,
    () => nowMs,
  );
  const at = async (ms: number) => {
    nowMs = ms;
    await look();
    return told;
  };
  return { archive, at, locks };
}

const many = (count: number): PastHold[] =>
  Array.from({ length: count }, (_, i) => ({ nth: i % 9, from: T + i * 5_000, to: T + i * 5_000 + 2_000 }));

test('what is usual is told of the locks that one holder renewed five times, with n and the window', async () => {
  const shared = { holders: [aHolder(), aHolder()] };
  const locks = [
    renewed('lock:1', 5),
    renewed('lock:2', 4),
    renewed('lock:3', 9, shared),
    renewed('lock:4', 9, { possible: true }),
    renewed('unheard:5', 9),
  ];
  const { archive, at } = await setup(many(120), locks);
  const [told] = await at(T + HOUR);
  expect([...(told?.keys() ?? [])]).toEqual([locks[0]?.id]);
  const usual = told?.get(locks[0]?.id ?? '');
  expect(usual).toMatchObject({ count: 120, atMs: T + HOUR });
  // Of buckets of an hour: the first may begin before the first hold.
  expect(usual?.windowMs).toBeGreaterThanOrEqual(HOUR);
  expect(usual?.windowMs).toBeLessThan(2 * HOUR);
  expect(usual?.p99Ms).toBeGreaterThan(1_800);
  expect(usual?.p99Ms).toBeLessThan(2_200);
  await archive.close();
});

test('it is asked for once a minute, of the last week, and taken back with the last that may overstay', async () => {
  const locks = [renewed('lock:1', 5)];
  const { archive, at } = await setup(many(120), locks);
  const askedAt = async (ms: number) => (await at(ms)).at(-1)?.get(locks[0]?.id ?? '')?.atMs;
  expect(await askedAt(T + HOUR)).toBe(T + HOUR);
  expect(await askedAt(T + HOUR + 59_000)).toBe(T + HOUR);
  expect(await askedAt(T + HOUR + 60_000)).toBe(T + HOUR + 60_000);
  expect((await at(T + 8 * DAY)).at(-1)?.size).toBe(0);
  const before = (await at(T + 8 * DAY)).length;
  locks.pop();
  expect((await at(T + 8 * DAY + 60_000)).length).toBe(before);
  await archive.close();
});

test('what was known stays while history gives no answer', async () => {
  const locks = [renewed('lock:1', 5)];
  const { archive, at } = await setup(many(120), locks);
  expect((await at(T + HOUR)).length).toBe(1);
  await archive.close();
  await expect(at(T + 2 * HOUR)).rejects.toThrow();
  expect((await at(T + HOUR)).length).toBe(2);
});
