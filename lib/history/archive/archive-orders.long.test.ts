import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { secondOf } from '../../../e2e/bench/history/writes';
import { closing } from '../../../e2e/support/closing';
import { batchOf, lockInfo, lockOf, HISTORY_START_MS as T } from '../../../e2e/support/history-batches';
import { onDurableDatabases } from '../../../e2e/support/history-places';
import { seeded } from '../../domain/values/seeded';
import type { HistoryBatch, OrderWrite, SubjectRef } from '../database/batch';
import { insertRows } from '../database/multi-row';
import { crossedPairs } from '../queries/crossed-pairs';
import { MOST_PAIRS_WRITTEN, sumOfOrders } from '../recorder/lock-orders';
import { writeOrders } from './archive-orders';
import { openArchive } from './open-archive';

const BUCKETS = 9;
const IN_BUCKET = 10;
const PAIRS = 20_000;
/** Of the holds of a second, those that are taken under another one. */
const NESTED = 0.1;

const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Pairs of the locks of ten batches, and of their families, as the recorder sums them up once in ten seconds. */
function ordersOf(batches: readonly HistoryBatch[], seed: number): OrderWrite[] {
  const random = seeded(seed);
  const rows = new Map<string, OrderWrite>();
  const add = (before: SubjectRef, after: SubjectRef, mayAdd: boolean) => {
    const name = JSON.stringify([before, after]);
    const known = rows.get(name);
    const one = { before, after, seen: 1, together: 0, firstMs: T, lastMs: T, holder: 'w', token: 'd' };
    if (known || mayAdd) rows.set(name, known ? sumOfOrders(known, one) : one);
  };
  for (const { target, locks } of batches) {
    for (let i = 0; i < locks.length * NESTED; i++) {
      // Code takes a lock of one other family under it, and now and then the other way round.
      const at = Math.floor(random() * locks.length);
      const [a, b] = [locks[at], locks[(at + (random() < 0.9 ? 1 : locks.length - 1)) % locks.length]];
      if (!a || !b || a.id === b.id) continue;
      const isRoom = rows.size < MOST_PAIRS_WRITTEN;
      add({ kind: 'lock', target, lock: a.id }, { kind: 'lock', target, lock: b.id }, isRoom);
      add({ kind: 'family', target, family: a.family }, { kind: 'family', target, family: b.family }, true);
    }
  }
  return [...rows.values()];
}

onDurableDatabases((place) => {
  const { opened } = closing();

  test('writing pairs takes at most a hundredth of the time of a batch', { timeout: 120_000 }, async () => {
    const archive = opened(openArchive({ url: await place.url() }));
    const took: number[] = [];
    const tookOrders: number[] = [];
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const batches = Array.from({ length: IN_BUCKET }, (_, i) => secondOf(bucket * IN_BUCKET + i, T));
      for (const batch of batches) {
        const startedAt = performance.now();
        await archive.write(batch);
        took.push(performance.now() - startedAt);
      }
      const [batch] = batches;
      if (!batch) continue;
      const subjects = await archive.db.selectFrom('subjects').select(['id', 'kind', 'name']).execute();
      const ids = new Map(subjects.map(({ id, kind, name: each }) => [`${kind} ${each}`, id]));
      const nameOf = (ref: SubjectRef) =>
        ref.kind === 'lock' ? ref.lock : 'family' in ref ? ref.family : '';
      const idOf = (ref: SubjectRef) => ids.get(`${ref.kind} ${nameOf(ref)}`) ?? 0;
      const orders = ordersOf(batches, bucket);
      await archive.db.transaction().execute(async (trx) => {
        const startedAt = performance.now();
        await writeOrders(trx, archive.kind, { ...batch, orders }, idOf);
        tookOrders.push(performance.now() - startedAt);
      });
    }
    const [bucketMs, ordersMs] = [median(took) * IN_BUCKET, median(tookOrders)];
    const share = ordersMs / (bucketMs + ordersMs);
    expect(share, `${ordersMs} ms of ${bucketMs} ms`).toBeLessThanOrEqual(0.01);
  });

  test('the pairs that were crossed are found within 50 ms among all that are kept', async () => {
    const archive = opened(openArchive({ url: await place.url() }));
    const locks = Array.from({ length: PAIRS / 2 }, (_, nth) => lockInfo('a', nth));
    await archive.write(batchOf('a', { locks }));
    const subjects = await archive.db.selectFrom('subjects').select(['id', 'name']).execute();
    const idOf = new Map(subjects.map(({ id, name: each }) => [each, id]));
    const idAt = (nth: number) => idOf.get(lockOf('a', nth % locks.length)) ?? 0;
    // One of ten is crossed.
    const rows = Array.from({ length: PAIRS }, (_, i) => {
      const [before, after] = i % 10 === 9 ? [i, i - 1] : [i - 1 + (i % 10 === 8 ? 1 : 0), i + 1];
      return {
        ...{
          before: idAt(before + 1),
          after: idAt(after + 1 + Math.floor((2 * i) / PAIRS)),
          target: 'a',
          seen: 3,
        },
        ...{ together: 0, first_ms: T, last_ms: T, holder: 'w', token: '' },
      };
    });
    const columns = [
      'before',
      'after',
      'target',
      'seen',
      'together',
      'first_ms',
      'last_ms',
      'holder',
      'token',
    ] as const;
    await insertRows(
      archive.db,
      archive.kind,
      { into: 'lock_order', columns, tail: 'on conflict (before, after) do nothing' },
      rows,
    );
    // As it does by itself, some time after so many rows came.
    if (archive.kind === 'postgres') await sql`analyze`.execute(archive.db);
    const took: number[] = [];
    let found = 0;
    for (let i = 0; i < 21; i++) {
      const startedAt = performance.now();
      found = (await crossedPairs(archive.db, { target: null, family: null, lock: null }, 0)).length;
      took.push(performance.now() - startedAt);
    }
    const kept = await archive.db.selectFrom('lock_order').select('before').execute();
    expect([found, kept.length]).toEqual([500, PAIRS]);
    expect(median(took)).toBeLessThanOrEqual(50);
  });
});
