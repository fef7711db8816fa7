import { expect, onTestFinished, test } from 'vitest';
import type { ByteString } from '../../domain/keys/bytes';
import { NOT_COUNTED } from '../../domain/values/counted';
import type { Entry } from '../index/entry-types';
import { createBudget } from './budget';
import type { FactsBook } from './node-facts';
import { boundMs, polledMs } from './reconcile-schedule';
import { createReconciler } from './reconciler';

const NOW = 60_000;
const RATE = 5_000;

/** A lock without TTL, waiters and renewals: nothing but its age asks for a reading. */
function known(key: ByteString, lastReadMs: number): Entry {
  const facts = { waiters: NOT_COUNTED, renewals: { lastAtMs: null }, reading: { deadlineMs: 'none' } };
  return { key, lastReadMs, facts } as unknown as Entry;
}

/** The keys that a poll reads of these locks, and the reconciler itself. */
async function polled(entries: Entry[], covers: (key: ByteString) => boolean, isUp = true) {
  const now = () => NOW;
  const budget = createBudget(RATE, now);
  onTestFinished(() => budget.close());
  const read: ByteString[] = [];
  const reconciler = createReconciler({
    server: { budget, now, session: () => (isUp ? 1 : null) },
    facts: { ask: async () => false } as unknown as FactsBook,
    locks: { entries: () => entries, covers, wiped() {} },
    read: async (keys) => void read.push(...keys),
    survived() {},
  });
  await reconciler.poll();
  return { read, reconciler };
}

const OLD = known('lock:old', NOW - 30_000);
const FRESH = known('lock:fresh', NOW - 1_000);

test('a lock whose changes are reported is read again when it was not for long: a report may be lost', async () => {
  const { read, reconciler } = await polled([OLD, FRESH], () => true);
  expect(read).toEqual(['lock:old']);
  expect(reconciler.promisedMs('lock:fresh')).toBe(2 * boundMs(2, RATE));
});

test('a lock whose changes are not reported is read each time', async () => {
  const { read, reconciler } = await polled([OLD, FRESH], (key) => key === 'lock:old');
  expect(read.sort()).toEqual(['lock:fresh', 'lock:old']);
  expect(reconciler.promisedMs('lock:fresh')).toBe(polledMs(1, RATE));
});

test('while the server is away nothing is read', async () => {
  expect((await polled([OLD, FRESH], () => false, false)).read).toEqual([]);
});
