import { expect, test } from 'vitest';
import type { Entry } from '../index/entry-types';
import { COMMANDS_PER_KEY } from './read-jobs';
import { boundMs, createReconcileSchedule } from './reconcile-schedule';

/** This many known locks, all last read at 0. */
function entriesOf(count: number): Entry[] {
  return Array.from({ length: count }, (_, i) => ({ key: `lock:${i}`, lastReadMs: 0 }) as Entry);
}

test.each([
  { count: 3, rate: 5_000 },
  { count: 300, rate: 5_000 },
  { count: 10_000, rate: 5_000 },
  { count: 1_000, rate: 100 },
])('each of $count locks is read again within the bound, with a quarter of $rate commands', (given) => {
  const { count, rate } = given;
  const entries = entriesOf(count);
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  let atMs = 0;
  let longestMs = 0;
  let read = 0;
  const reconciler = createReconcileSchedule({ entries: () => entries, now: () => atMs, rate: () => rate });
  const seconds = Math.ceil((3 * boundMs(count, rate)) / 1_000);
  for (let second = 0; second < seconds; second++) {
    for (const key of reconciler.due()) {
      const entry = byKey.get(key);
      if (!entry) throw new Error(`${key} is no lock`);
      longestMs = Math.max(longestMs, atMs - entry.lastReadMs);
      entry.lastReadMs = atMs;
      read += 1;
    }
    atMs += 1_000;
  }
  for (const { lastReadMs } of entries) longestMs = Math.max(longestMs, atMs - lastReadMs);
  expect(longestMs).toBeLessThanOrEqual(boundMs(count, rate));
  // The first call may spend two seconds of budget, and each call reads at least one key.
  expect(read * COMMANDS_PER_KEY).toBeLessThanOrEqual((seconds + 2) * (rate / 4 + COMMANDS_PER_KEY));
});

test('what was read of late for another reason is left to others', () => {
  const entries = entriesOf(2);
  const reconciler = createReconcileSchedule({
    entries: () => entries,
    now: () => 10_000,
    rate: () => 5_000,
  });
  for (const entry of entries.slice(0, 1)) entry.lastReadMs = 9_000;
  expect(reconciler.due()).toEqual(['lock:1']);
});
