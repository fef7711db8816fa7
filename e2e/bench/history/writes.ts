import { seeded } from '../../../lib/domain/values/seeded';
import type { Archive } from '../../../lib/history/archive/archive-types';
import type { HistoryBatch, LockInfo, RollupWrite } from '../../../lib/history/database/batch';
import { bucketOf } from '../../../lib/history/database/histogram';
import { bucketStart } from '../../../lib/history/database/tiers';
import { batchOf, noCounts, spanOf } from '../../support/history-batches';

const LOCKS = 10_000;
const HOLDS = 500;
const FAMILIES = 20;
const TARGET = 'bench';

type Time = RollupWrite['times'][number];
export type Written = { events: number; perSecond: number; p95BatchMs: number };

/** What a recorder hands over of a second in which 500 locks were taken and given back: twice as many changes. */
export function secondOf(nth: number, startMs: number): HistoryBatch {
  const random = seeded(nth);
  const atMs = startMs + nth * 1_000;
  const bucket = bucketStart(atMs, 10_000);
  const first = Math.floor(random() * LOCKS);
  const batch = batchOf(TARGET, { atMs, covered: { fromMs: atMs - 1_000, toMs: atMs, watcher: 'bench' } });
  const families = Array.from({ length: FAMILIES }, () => ({ ...noCounts }));
  const whole = { ...noCounts, covered_ms: 1_000 };
  /** Of each family, and of the target. */
  const wide = Array.from({ length: FAMILIES + 1 }, () => new Map<string, Time>());
  for (let i = 0; i < HOLDS; i++) {
    const lock = infoOf((first + i * 7) % LOCKS);
    const lastedMs = 5 + Math.floor(random() * 900);
    const waiters = random() < 0.2 ? 1 + Math.floor(random() * 4) : 0;
    const counts = {
      ...noCounts,
      acquisitions: 1,
      releases: 1,
      held_ms: lastedMs,
      held_max: 1,
      covered_ms: 1_000,
    };
    Object.assign(counts, { waiter_ms: waiters * lastedMs, waiters_max: waiters });
    const times: RollupWrite['times'] = [{ measure: 'hold', bucket: bucketOf(lastedMs), count: 1 }];
    if (waiters > 0) times.push({ measure: 'wait', bucket: bucketOf(lastedMs), count: 1 });
    for (const of of [i % FAMILIES, FAMILIES]) addTimes(wide[of] ?? new Map(), times);
    batch.locks.push(lock);
    batch.spans.push(
      spanOf(`${nth}-${i}`, TARGET, 0, {
        lock: lock.id,
        from_ms: atMs - 950,
        to_ms: atMs - 950 + lastedMs,
        ended: 'released',
        waiters_max: waiters,
        waiter_ms: counts.waiter_ms,
      }),
    );
    if (waiters > 0) {
      batch.waiting.push({ lock: lock.id, atMs: atMs - 950, waiters });
      batch.waiting.push({ lock: lock.id, atMs: atMs - 950 + lastedMs, waiters: 0 });
    }
    batch.rollups.push({
      subject: { kind: 'lock', target: TARGET, lock: lock.id },
      startMs: bucket,
      counts,
      times,
    });
    const family = families[i % FAMILIES] ?? whole;
    for (const sums of [family, whole]) {
      for (const name of ['acquisitions', 'releases', 'held_ms', 'waiter_ms'] as const)
        sums[name] += counts[name];
      sums.held_max = Math.max(sums.held_max, 1);
    }
  }
  batch.rollups.push({
    subject: { kind: 'target', target: TARGET },
    startMs: bucket,
    counts: whole,
    times: [...(wide[FAMILIES]?.values() ?? [])],
  });
  for (const [i, counts] of families.entries())
    batch.rollups.push({
      subject: { kind: 'family', target: TARGET, family: `family-${i}` },
      startMs: bucket,
      counts,
      times: [...(wide[i]?.values() ?? [])],
    });
  return batch;
}

function addTimes(to: Map<string, Time>, times: readonly Time[]): void {
  for (const time of times) {
    const name = `${time.measure} ${time.bucket}`;
    to.set(name, { ...time, count: (to.get(name)?.count ?? 0) + time.count });
  }
}

function infoOf(nth: number): LockInfo {
  const text = `shop${nth % FAMILIES}:lock:order:${nth}`;
  return {
    id: `${TARGET}.0.${text}`,
    key: { text, exact: true, byteLength: text.length },
    family: `family-${nth % FAMILIES}`,
    kind: 'reentrant',
    formatId: 'redisson-lock',
    library: 'Redisson RLock',
  };
}

/** Writes batches one after the other for so long, as fast as they are taken. */
export async function measureWrites(archive: Archive, seconds: number): Promise<Written> {
  const startMs = 1_790_000_000_000;
  const took: number[] = [];
  await archive.write(secondOf(0, startMs));
  const startedAt = performance.now();
  let nth = 1;
  for (; performance.now() - startedAt < seconds * 1_000; nth++) {
    const before = performance.now();
    await archive.write(secondOf(nth, startMs));
    took.push(performance.now() - before);
  }
  const events = (nth - 1) * HOLDS * 2;
  const sorted = took.sort((a, b) => a - b);
  const p95BatchMs = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  return { events, perSecond: events / ((performance.now() - startedAt) / 1_000), p95BatchMs };
}
