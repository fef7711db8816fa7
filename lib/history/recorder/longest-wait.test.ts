import { expect, test } from 'vitest';
import { aHolder, aLock } from '../../../e2e/support/a-lock';
import type { Lock } from '../../contract/lock';
import { displayOf } from '../../domain/keys/bytes';
import { counted } from '../../domain/values/counted';
import type { HistoryBatch, RollupCounts } from '../database/batch';
import { createRecorder } from './recorder';

/** Start of a bucket. */
const T = 1_700_000_000_000;

function heldLock(waiting: number, atMs: number): Lock {
  const known = { by: 'event', atMs } as const;
  const since = { atMs: T, atLeast: false, known };
  const holder = aHolder({ token: displayOf('a'), since, ttlMs: 600_000, process: null });
  return aLock({
    holders: [holder],
    ttlMs: 600_000,
    expiresAtMs: T + 600_000,
    known,
    waiters: { count: counted(waiting), known },
  });
}

/** A lock of which so many wait from each moment on, watched for a minute; the longest wait by bucket, s. */
function longest(waiting: readonly [atMs: number, count: number][]): number[] {
  const recorder = createRecorder({ target: 'test', watcher: 'here' });
  const rows = new Map<number, RollupCounts[]>();
  const take = (batch: HistoryBatch | null) => {
    for (const { subject, startMs, counts } of batch?.rollups ?? [])
      if (subject.kind === 'target') rows.set(startMs, [...(rows.get(startMs) ?? []), counts]);
  };
  recorder.watched(T, T);
  for (let at = T; at <= T + 60_000; at += 1_000) {
    for (const [sinceMs, count] of waiting)
      if (sinceMs === at - T) recorder.take({ lock: heldLock(count, at), events: [] }, at);
    recorder.watched(T, at);
    take(recorder.drain(at, null));
  }
  return Array.from({ length: 6 }, (_, i) =>
    Math.max(0, ...(rows.get(T + i * 10_000) ?? []).map(({ waited_max }) => waited_max / 1_000)),
  );
}

test('who waits on and on is the oldest waiter of every bucket, though no wait ends', () => {
  expect(
    longest([
      [0, 0],
      [12_000, 1],
    ] as const),
  ).toEqual([0, 8, 18, 28, 38, 48]);
});

test('once the first has gone, the next is the oldest, and the last leaves nothing', () => {
  expect(
    longest([
      [0, 0],
      [5_000, 1],
      [15_000, 2],
      [32_000, 1],
      [45_000, 0],
    ]),
  ).toEqual([5, 15, 25, 27, 30, 0]);
});
