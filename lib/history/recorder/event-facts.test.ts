import { expect, test } from 'vitest';
import { aHolder, aLock } from '../../../e2e/support/a-lock';
import { aRecording } from '../../../e2e/support/a-recording';
import type { LockEventKind } from '../../contract/codes';
import type { LockEvent } from '../../contract/lock';
import { displayOf } from '../../domain/keys/bytes';
import type { HistoryBatch } from '../database/batch';
import type { EventFact } from './event-facts';

const T = 1_700_000_000_000;
const ID = 'test.0.order:7';
const INFO: EventFact['lock'] = {
  ...{ id: ID, key: displayOf('order:7'), family: 'order:*', kind: 'reentrant' as const },
  ...{ formatId: 'redisson-lock', library: 'Redisson RLock' },
};

function fact(did: EventFact['did'], atMs: number, heldMs: number | null = null): EventFact {
  return { lock: INFO, did, atMs, heldMs };
}

function event(kind: LockEventKind, atMs: number): LockEvent {
  return {
    seq: 0,
    atMs,
    id: ID,
    target: 'test',
    key: 'order:7',
    kind,
    by: 'event',
    holder: null,
    values: {},
  };
}

/** A lock as it is read at `atMs`. */
function lock(atMs: number) {
  const since = { atMs: T, atLeast: false, known: { by: 'event', atMs: T } } as const;
  return aLock({ holders: [aHolder({ since })], known: { by: 'event', atMs } });
}

function totals(batches: readonly HistoryBatch[], kind: 'lock' | 'family' | 'target') {
  const sum = { acquisitions: 0, renewals: 0, releases: 0, lapses: 0, forced: 0, extensions: 0, held_ms: 0 };
  let holds = 0;
  for (const { subject, counts, times } of batches.flatMap(({ rollups }) => rollups)) {
    if (subject.kind !== kind) continue;
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += counts[name];
    for (const { measure, count } of times) if (measure === 'hold') holds += count;
  }
  return { ...sum, holds };
}

test('a hold that is never read has its figures, and is held for as long as it was', () => {
  const { recorder, written } = aRecording(T);
  recorder.count(fact('acquired', T), T);
  recorder.count(fact('renewed', T + 100), T + 100);
  recorder.count(fact('released', T + 300, 300), T + 300);
  const batch = written(T + 10_000);
  const all = { acquisitions: 1, renewals: 1, releases: 1, held_ms: 300, holds: 1 };
  for (const kind of ['lock', 'family', 'target'] as const) expect(totals([batch], kind)).toMatchObject(all);
  expect(batch.locks.map(({ family }) => family)).toEqual(['order:*']);
  expect(batch.spans).toEqual([]);
});

test('what a reading shows of it adds its span, and counts nothing again', () => {
  const { recorder, written } = aRecording(T);
  recorder.count(fact('acquired', T), T);
  recorder.take({ lock: lock(T + 50), events: [event('acquired', T + 50)], isCounted: true }, T + 50);
  recorder.count(fact('renewed', T + 100), T + 100);
  recorder.take({ lock: lock(T + 150), events: [event('renewed', T + 150)], isCounted: true }, T + 150);
  recorder.count(fact('released', T + 300, 300), T + 300);
  // It changes otherwise before its end is read: it is not held again.
  recorder.take({ lock: lock(T + 150), events: [] }, T + 350);
  recorder.take({ removed: ID, events: [event('released', T + 400)], isCounted: true }, T + 400);
  const batch = written(T + 10_000);
  const all = { acquisitions: 1, renewals: 1, releases: 1, held_ms: 300, holds: 1 };
  expect(totals([batch], 'family')).toMatchObject(all);
  expect(batch.spans).toMatchObject([{ renewals: 1, ended: 'released' }]);
});

test('a release by force and an extension count as that, in the bucket in which their event counted', () => {
  const { recorder, written } = aRecording(T);
  recorder.count(fact('acquired', T), T);
  recorder.take({ lock: lock(T), events: [event('acquired', T)], isCounted: true }, T);
  recorder.count(fact('renewed', T + 9_999), T + 9_999);
  recorder.take({ lock: lock(T), events: [event('extended', T + 10_001)], isCounted: true }, T + 10_001);
  recorder.count(fact('released', T + 19_999, 19_999), T + 19_999);
  recorder.take({ removed: ID, events: [event('force-released', T + 20_001)], isCounted: true }, T + 20_001);
  const batch = written(T + 30_000);
  expect(totals([batch], 'target')).toMatchObject({ renewals: 0, extensions: 1, releases: 0, forced: 1 });
  for (const { counts } of batch.rollups) expect(Math.min(...Object.values(counts))).toBe(0);
});

test('a lock that only events know is remembered for as long as it is held', () => {
  const { recorder, written } = aRecording(T);
  recorder.count(fact('acquired', T), T);
  const batches = [20_000, 40_000, 60_000].map((ms) => written(T + ms));
  expect(recorder.size()).toBe(1);
  recorder.count(fact('released', T + 61_000, 61_000), T + 61_000);
  batches.push(written(T + 70_000), written(T + 100_000));
  expect(totals(batches, 'family')).toMatchObject({ held_ms: 61_000, releases: 1 });
  expect(recorder.size()).toBe(0);
});

test('when events count no more, what was read last says what is held, and readings count', () => {
  const { recorder, written } = aRecording(T);
  recorder.count(fact('acquired', T), T);
  recorder.take({ lock: lock(T + 50), events: [event('acquired', T + 50)], isCounted: true }, T + 50);
  recorder.count(null, T + 1_000);
  recorder.take({ removed: ID, events: [event('released', T + 2_000)], isCounted: false }, T + 2_000);
  expect(totals([written(T + 10_000)], 'target')).toMatchObject({
    ...{ acquisitions: 1, releases: 1, held_ms: 2_000, holds: 1 },
  });
});
