import type { Coverage } from '../../contract/nodes';

/** Changes within this time are counted, ms. */
export const WINDOW_MS = 60_000;
const BUCKET_MS = 5_000;

/**
 * Changes of locks that were reported within the last minute. `seen` = the share of them that was seen, 0 to 1; `counted` =
 * the share that was counted one by one from keyspace events, which is exact: the rest is what readings show.
 */
export type Changes = { reported: number; seen: number; counted: number };

/** Counts the changes that were read in time. Changes read too late, or overwritten before the read, count as missed. */
export type ChangeCount = {
  saw(count: number): void;
  missed(count: number): void;
  /** Changes that keyspace events counted: they are seen, whether the lock is read or not. */
  counted(count: number): void;
  /** Changes of the last minute; `late` more count as missed. Where nothing was reported, nothing was missed. */
  changes(late: number): Changes;
};

/** The same as part of a node's coverage; `isOn` = keyspace events count now. */
export function coverageOfChanges(
  { seen, counted, reported }: Changes,
  isOn: boolean,
): Pick<Coverage, 'changes' | 'counted' | 'countedBy'> {
  const isAll = counted === 1 || reported === 0;
  return { changes: seen, counted, countedBy: isOn ? (isAll ? 'events' : 'both') : 'readings' };
}

type Bucket = { fromMs: number; saw: number; missed: number; counted: number };

export function createChangeCount(now: () => number): ChangeCount {
  const buckets: Bucket[] = [];

  function bucket(): Bucket {
    const at = now();
    while (buckets[0] && (buckets[0].fromMs <= at - WINDOW_MS || buckets[0].fromMs > at)) buckets.shift();
    const last = buckets.at(-1);
    if (last && at - last.fromMs < BUCKET_MS) return last;
    const fresh = { fromMs: at, saw: 0, missed: 0, counted: 0 };
    buckets.push(fresh);
    return fresh;
  }

  const sum = (part: 'saw' | 'missed' | 'counted') => buckets.reduce((total, each) => total + each[part], 0);

  return {
    saw(count) {
      bucket().saw += count;
    },
    missed(count) {
      bucket().missed += count;
    },
    counted(count) {
      bucket().counted += count;
    },
    changes(late) {
      bucket();
      const [counted, missed] = [sum('counted'), sum('missed') + late];
      const seen = sum('saw') + counted;
      const reported = seen + missed;
      if (reported === 0) return { reported, seen: 1, counted: 0 };
      return { reported, seen: seen / reported, counted: counted / reported };
    },
  };
}
