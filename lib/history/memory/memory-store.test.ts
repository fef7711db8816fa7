import { describe, expect, test } from 'vitest';
import type { LockEvent } from '../../contract/lock';
import { createMemoryStore } from './memory-store';

const T = 1_000_000_000;

function event(seq: number, change: Partial<LockEvent> = {}): LockEvent {
  const [id, key] = ['shop.0.a', 'a'];
  return {
    seq,
    atMs: T + seq,
    id,
    target: 'shop',
    key,
    kind: 'acquired',
    by: 'event',
    holder: null,
    values: {},
    ...change,
  };
}

describe('events', () => {
  test('come newest first, of one lock or of all', async () => {
    const store = createMemoryStore();
    await store.appendEvents([event(1), event(2, { id: 'shop.0.b' }), event(3)]);
    expect((await store.events({ limit: 10 })).map(({ seq }) => seq)).toEqual([3, 2, 1]);
    expect((await store.events({ id: 'shop.0.a', limit: 1 })).map(({ seq }) => seq)).toEqual([3]);
    expect((await store.events({ fromMs: T + 2, limit: 10 })).map(({ seq }) => seq)).toEqual([3, 2]);
    expect(await store.events({ target: 'other', limit: 10 })).toEqual([]);
  });

  test('are bounded: the oldest are forgotten', async () => {
    const store = createMemoryStore({ limits: { events: 100 } });
    for (let i = 0; i < 1_000; i += 10)
      await store.appendEvents(Array.from({ length: 10 }, (_, n) => event(i + n)));
    const kept = await store.events({ limit: 10_000 });
    expect(kept).toHaveLength(100);
    expect(kept.at(-1)?.seq).toBe(900);
  });
});

describe('a series', () => {
  const query = { fromMs: T, toMs: T + 40_000, bucketMs: 10_000 };

  test('has a gap where nothing was sampled, never 0, and says which bucket still runs', async () => {
    const store = createMemoryStore({ now: () => T + 35_000 });
    await store.appendSample({ target: 'shop', atMs: T + 1_000, held: 3, waiting: null });
    await store.appendSample({ target: 'shop', atMs: T + 2_000, held: 5, waiting: null });
    await store.appendSample({ target: 'shop', atMs: T + 31_000, held: 0, waiting: 2 });
    expect(await store.series(query)).toEqual([
      { startMs: T, held: 5, waiting: null, partial: false },
      { startMs: T + 10_000, held: null, waiting: null, partial: false },
      { startMs: T + 20_000, held: null, waiting: null, partial: false },
      { startMs: T + 30_000, held: 0, waiting: 2, partial: true },
    ]);
  });

  test('adds targets up, or shows one', async () => {
    const store = createMemoryStore({ now: () => T });
    await store.appendSample({ target: 'a', atMs: T, held: 1, waiting: 1 });
    await store.appendSample({ target: 'b', atMs: T, held: 2, waiting: null });
    expect((await store.series(query))[0]).toMatchObject({ held: 3, waiting: 1 });
    expect((await store.series({ ...query, target: 'b' }))[0]).toMatchObject({ held: 2, waiting: null });
  });

  test('reaches back an hour and not for ever', async () => {
    const store = createMemoryStore({ now: () => T + 7_200_000 });
    for (let s = 0; s <= 7_200; s++) {
      await store.appendSample({ target: 'a', atMs: T + s * 1000, held: 1, waiting: 1 });
    }
    const whole = await store.series({ fromMs: T, toMs: T + 7_200_000, bucketMs: 60_000 });
    expect(whole.filter(({ held }) => held === null).length).toBeGreaterThan(55);
    expect(whole.slice(-59).every(({ held }) => held === 1)).toBe(true);
  });
});

describe('the waiters of one lock', () => {
  const query = { id: 'x', fromMs: T, toMs: T + 50_000, bucketMs: 10_000 };

  test('hold until the next change, are unknown before the first and after a gap, and never reach into the future', async () => {
    const store = createMemoryStore({ now: () => T + 39_000 });
    await store.appendWaiting('x', T + 11_000, 2);
    await store.appendWaiting('x', T + 12_000, 2);
    await store.appendWaiting('x', T + 33_000, null);
    expect(await store.waitingSeries(query)).toEqual([null, 2, 2, 2, null]);
  });

  test('of an unknown lock are a gap', async () =>
    expect(await createMemoryStore({ now: () => T }).waitingSeries(query)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]));
});

describe('the audit', () => {
  const entry = {
    atMs: T,
    actor: 'local',
    action: 'release' as const,
    target: 'shop',
    lockId: 'shop.0.a',
    key: 'a',
    holder: null,
    reason: 'crashed',
    outcome: 'attempted' as const,
    details: {},
  };

  test('has the attempt first and its outcome under the same id', async () => {
    const store = createMemoryStore();
    const first = await store.appendAudit(entry);
    const second = await store.appendAudit({ ...entry, lockId: 'shop.0.b' });
    await store.updateAudit(first.id, { outcome: 'released', details: { woken: 1 } });
    expect(second.id).toBe(first.id + 1);
    expect((await store.audit({ limit: 5 })).map(({ id, outcome }) => [id, outcome])).toEqual([
      [second.id, 'attempted'],
      [first.id, 'released'],
    ]);
    expect(await store.audit({ limit: 5, lockId: 'shop.0.a' })).toHaveLength(1);
    expect(first.outcome).toBe('attempted');
  });
});
