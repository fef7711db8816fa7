import type { RollupCounts, RollupWrite, SubjectRef } from '../database/batch';
import { bucketOf } from '../database/histogram';
import type { HistogramsTable } from '../database/schema';
import { bucketStartOf } from './buckets';

type Measure = HistogramsTable['measure'];

const NONE: RollupCounts = {
  acquisitions: 0,
  releases: 0,
  lapses: 0,
  lost: 0,
  forced: 0,
  taken_over: 0,
  renewals: 0,
  extensions: 0,
  held_ms: 0,
  held_max: 0,
  waiter_ms: 0,
  waiters_max: 0,
  waited_max: 0,
  covered_ms: 0,
};

/** What was added to the buckets of one subject since it was last asked. */
export class Rows {
  readonly #subject: SubjectRef;
  readonly #onFirst: (rows: Rows) => void;
  readonly #byStart = new Map<number, RollupWrite>();
  #latest: RollupWrite | null = null;

  /** `onFirst` is told when there is something to write again. */
  constructor(subject: SubjectRef, onFirst: (rows: Rows) => void) {
    this.#subject = subject;
    this.#onFirst = onFirst;
  }

  at(startMs: number): RollupWrite {
    if (this.#latest?.startMs === startMs) return this.#latest;
    let row = this.#byStart.get(startMs);
    if (!row) {
      if (this.#byStart.size === 0) this.#onFirst(this);
      row = { subject: this.#subject, startMs, counts: { ...NONE }, times: [] };
      this.#byStart.set(startMs, row);
    }
    this.#latest = row;
    return row;
  }

  /** Takes a measured time, in ms, into the bucket of the moment it was known at. */
  time(measure: Measure, ms: number, atMs: number): void {
    const { times } = this.at(bucketStartOf(atMs));
    const bucket = bucketOf(ms);
    const known = times.find((each) => each.measure === measure && each.bucket === bucket);
    if (known) known.count += 1;
    else times.push({ measure, bucket, count: 1 });
  }

  drain(): RollupWrite[] {
    const rows = [...this.#byStart.values()];
    this.#byStart.clear();
    this.#latest = null;
    return rows;
  }
}
