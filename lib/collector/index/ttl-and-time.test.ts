import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { targetOf } from '../../../e2e/support/watch';
import type { TtlMs } from '../../contract/leaves';
import type { Lock } from '../../contract/lock';
import type { RawKey } from '../../domain/keys/raw-key';
import { NOT_COUNTED } from '../../domain/values/counted';
import { createRegistry } from '../../formats/index';
import { LockIndex } from './lock-index';

const START_MS = 1_000_000;
const registry = createRegistry({ patterns: [] });

/** An index with one lock; `read` applies a reading of it and returns the lock, `shown` returns it made anew. */
function anIndex() {
  let nowMs = START_MS;
  const index = new LockIndex({
    sources: {
      target: targetOf('redis://127.0.0.1:1'),
      nodeOf: () => 'here',
      sightOf: () => null,
      waitersOf: () => NOT_COUNTED,
    },
    clock: { now: () => nowMs, nextSeq: () => 0 },
    onChange: () => {},
    onWaiting: () => {},
  });
  return {
    read(raw: Partial<RawKey>, atMs: number, by: 'event' | 'scan' = 'scan'): Lock {
      nowMs = atMs;
      const whole: RawKey = {
        ...{ key: 'lock:a', type: 'string', ttlMs: 'none', value: null, hash: null, members: null },
        ...{ items: null, length: 36, readAtMs: atMs, ...raw },
      };
      const recognised = registry.recognise(whole, { now: atMs, named: true });
      index.apply(whole, recognised, { by, wasAbsent: true, writes: 1, tookMs: 1 });
      const [lock] = index.locks();
      if (!lock) throw new Error('the reading shows no lock');
      return lock;
    },
    shown(): Lock {
      index.changed(index.entries());
      return index.locks()[0] as Lock;
    },
  };
}

/** Deadlines that must be equal, whichever fields they are computed from. */
function deadlinesOf({ known, ttlMs, expiresAtMs, holders }: Lock): (number | TtlMs | null)[] {
  const endOf = (left: TtlMs | null) => (typeof left === 'number' ? known.atMs + left : left);
  return [expiresAtMs, endOf(ttlMs), ...holders.map((holder) => endOf(holder.ttlMs))];
}

test.each(['string', 'hash'] as const)(
  'of a lock in a %s that is read again and again, TTL and its time make one deadline',
  (type) => {
    const { read, shown } = anIndex();
    const token = `${randomUUID()}:1`;
    const bytes: Partial<RawKey> = type === 'string' ? { value: token } : { hash: [[token, '1']], length: 1 };
    const first = read({ type, ...bytes, ttlMs: 200_000 }, START_MS, 'event');
    expect(first.confirmed).toEqual({ by: 'event', atMs: START_MS });
    for (let ageMs = 1_000; ageMs <= 76_000; ageMs += 15_000) {
      for (const lock of [read({ type, ...bytes, ttlMs: 200_000 - ageMs }, START_MS + ageMs), shown()]) {
        const ends = deadlinesOf(lock);
        expect(ends).toEqual(ends.map(() => START_MS + 200_000));
        expect(lock.known).toEqual({ by: 'event', atMs: START_MS });
      }
    }
    const last = read({ type, ...bytes, ttlMs: 200_000 - 78_500 }, START_MS + 78_500);
    expect(last.known.atMs).toBe(START_MS);
    expect(last.confirmed.atMs).toBeGreaterThanOrEqual(START_MS + 76_000);
    expect(last.confirmed.by).toBe('scan');
  },
);

test('a renewal moves both', () => {
  const { read } = anIndex();
  const value = randomUUID();
  read({ value, ttlMs: 30_000 }, START_MS);
  read({ value, ttlMs: 10_000 }, START_MS + 20_000);
  const renewed = read({ value, ttlMs: 30_000 }, START_MS + 21_000);
  expect(renewed).toMatchObject({ ttlMs: 30_000, known: { atMs: START_MS + 21_000 } });
  expect(renewed.confirmed).toEqual(renewed.known);
});
