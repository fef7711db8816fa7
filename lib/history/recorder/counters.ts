import type { RollupCounts } from '../database/batch';
import { BUCKET_MS, bucketStartOf, eachBucket } from './buckets';
import type { Rows } from './rows';

type Counted = Exclude<
  keyof RollupCounts,
  'held_ms' | 'held_max' | 'waiter_ms' | 'waiters_max' | 'waited_max' | 'covered_ms'
>;

/**
 * When a quiet subject goes on to have rows: `always`, `held` = while it is held or waited for, `waited` = only while
 * somebody waits for it.
 */
export type Runs = 'always' | 'held' | 'waited';

/**
 * How many are held and wait, added up over time into the rows of one subject, split exactly at the borders of buckets.
 * A run of buckets is accounted for from its first bucket's start; what turns out later to have begun or ended earlier is
 * put right, in buckets that were written before as well, so that counts may be negative in one batch. Never in sum.
 */
export class Counters {
  held = 0;
  waiters = 0;
  readonly rows: Rows;
  readonly #runs: Runs;
  /** Before that nothing may be touched: it was written by an earlier run, or was not watched. */
  #floorMs: number;
  #fromMs = Number.NaN;
  #toMs = Number.NaN;
  /** Of the last bucket in which something happened. */
  #lastStartMs = Number.NEGATIVE_INFINITY;

  constructor(rows: Rows, runs: Runs, floorMs: number) {
    this.rows = rows;
    this.#runs = runs;
    this.#floorMs = floorMs;
  }

  /** Adds to how many are held and wait from `atMs` on, which may be in the past. */
  change(held: number, waiters: number, atMs: number): void {
    const at = this.#reach(atMs);
    if (at > this.#toMs) this.#account(at);
    else this.#area(at, this.#toMs, held, waiters, false);
    this.held += held;
    this.waiters += waiters;
    const { counts } = this.rows.at(bucketStartOf(at));
    counts.held_max = Math.max(counts.held_max, this.held);
    counts.waiters_max = Math.max(counts.waiters_max, this.waiters);
  }

  count(what: Counted, atMs: number, by: 1 | -1 = 1): void {
    const at = this.#reach(atMs);
    this.rows.at(bucketStartOf(at)).counts[what] += by;
  }

  time(measure: Parameters<Rows['time']>[0], ms: number, atMs: number): void {
    this.rows.time(measure, ms, this.#reach(atMs));
    if (measure === 'wait') this.waited(ms, atMs);
  }

  /** Somebody had waited that long at `atMs`, ms, and goes on to wait or not. */
  waited(ms: number, atMs: number): void {
    const { counts } = this.rows.at(bucketStartOf(this.#reach(atMs)));
    counts.waited_max = Math.max(counts.waited_max, Math.round(ms));
  }

  /** Accounts for the time up to `toMs`, as far as its rows go on. Returns whether there is more to come. */
  advance(toMs: number): boolean {
    if (Number.isNaN(this.#toMs)) return this.#goesOn();
    const until = this.#goesOn() ? toMs : Math.min(toMs, this.#endMs());
    if (until > this.#toMs) this.#account(until);
    return this.#goesOn() || toMs < this.#endMs();
  }

  /** Nobody watched until `fromMs`, from where it was last advanced to. */
  skipTo(fromMs: number): void {
    this.#floorMs = fromMs;
    this.#fromMs = Number.NaN;
    this.#toMs = Number.NaN;
    if (this.#goesOn()) this.#reach(fromMs);
  }

  #goesOn(): boolean {
    if (this.#runs === 'always') return true;
    return this.waiters > 0 || (this.#runs === 'held' && this.held > 0);
  }

  #endMs(): number {
    return this.#lastStartMs + BUCKET_MS;
  }

  /** Makes the run reach the bucket of a moment; returns the moment, or the earliest after it that it can. */
  #reach(atMs: number): number {
    const at = Math.max(atMs, this.#floorMs);
    const start = Math.max(bucketStartOf(at), this.#floorMs);
    if (Number.isNaN(this.#toMs)) {
      this.#fromMs = start;
      this.#toMs = start;
    } else if (at >= this.#endMs() && !this.#goesOn()) {
      this.#account(this.#endMs());
      this.#floorMs = Math.max(this.#floorMs, this.#toMs);
      this.#fromMs = start;
      this.#toMs = start;
    } else if (start < this.#fromMs) {
      this.#area(start, this.#fromMs, this.held, this.waiters, true);
      this.#fromMs = start;
    }
    this.#lastStartMs = Math.max(this.#lastStartMs, bucketStartOf(at));
    return at;
  }

  #account(toMs: number): void {
    if (toMs <= this.#toMs) return;
    this.#area(this.#toMs, toMs, this.held, this.waiters, true);
    this.#toMs = toMs;
  }

  #area(fromMs: number, toMs: number, held: number, waiters: number, covers: boolean): void {
    eachBucket(fromMs, toMs, (startMs, ms) => {
      const { counts } = this.rows.at(startMs);
      counts.held_ms += held * ms;
      counts.waiter_ms += waiters * ms;
      if (held > 0) counts.held_max = Math.max(counts.held_max, held);
      if (waiters > 0) counts.waiters_max = Math.max(counts.waiters_max, waiters);
      if (covers) counts.covered_ms += ms;
    });
  }
}
