import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { pastBatches } from '../../../e2e/support/past-batch';
import { openArchive } from '../../history/archive/open-archive';
import { createMemoryStore } from '../../history/memory/memory-store';
import { recallFigures } from './recall-figures';

const MINUTE = 60_000;
const { opened } = closing();

test('what an earlier process recorded comes before what this one saw; a time that nobody watched stays a gap', async () => {
  const archive = opened(openArchive({ url: 'memory:' }));
  const holds = [
    { nth: 1, from: T, to: T + 8 * MINUTE, waiters: 2 },
    { nth: 2, from: T + MINUTE, to: T + 4 * MINUTE },
  ];
  const watched = [
    [T, T + 3 * MINUTE],
    [T + 5 * MINUTE, T + 6 * MINUTE],
  ] as const;
  for (const batch of pastBatches('shop', holds, watched)) await archive.write(batch);
  const nowMs = T + 7 * MINUTE;
  const memory = createMemoryStore({ now: () => nowMs });
  await memory.appendSample({ target: 'shop', atMs: nowMs - 5_000, held: 7, waiting: 1 });
  await recallFigures(archive.db, memory, 'shop', nowMs);
  await recallFigures(archive.db, memory, 'other', nowMs);
  const buckets = await memory.series({ fromMs: T, toMs: nowMs, bucketMs: 10_000, target: 'shop' });
  const at = (ms: number) => buckets.find(({ startMs }) => startMs === T + ms);
  expect(at(0)).toMatchObject({ held: 1, waiting: 2 });
  expect(at(2 * MINUTE)).toMatchObject({ held: 2, waiting: 2 });
  expect(at(4 * MINUTE)).toMatchObject({ held: null, waiting: null });
  expect(at(5 * MINUTE)).toMatchObject({ held: 1, waiting: 2 });
  expect(buckets.at(-1)).toMatchObject({ held: 7, waiting: 1 });
  expect(await memory.series({ fromMs: T, toMs: nowMs, bucketMs: 10_000, target: 'other' })).toEqual(
    buckets.map(({ startMs, partial }) => ({ startMs, held: null, waiting: null, partial })),
  );
});

test('nothing that this process saw is recalled twice', async () => {
  const memory = createMemoryStore({ now: () => T + MINUTE });
  await memory.appendSample({ target: 'shop', atMs: T + 20_000, held: 3, waiting: 0 });
  memory.recall('shop', [
    { target: 'shop', atMs: T, held: 1, waiting: 0 },
    { target: 'shop', atMs: T + 30_000, held: 9, waiting: 9 },
  ]);
  const held = await memory.series({ fromMs: T, toMs: T + 40_000, bucketMs: 10_000 });
  expect(held.map((bucket) => bucket.held)).toEqual([1, null, 3, null]);
});
