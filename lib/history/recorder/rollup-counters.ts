import type { LockInfo, RollupWrite } from '../database/batch';
import { BUCKET_MS, bucketStartOf } from './buckets';
import { Counters } from './counters';
import { Rows } from './rows';

/** A family as long as one of its locks is remembered. */
type Family = { name: string; account: Counters; locks: number };

type CountedAs = Parameters<Counters['count']>[0];

/** The accounts that a lock adds to. */
export type LockCounters = { lock: Counters; family: Family };

/**
 * The figures of one target, of its families and of its locks, in buckets. Of the target there is a row for every bucket
 * that was watched, of a family while one of its locks is held or waited for, of a lock only for buckets in which something
 * happened to it or somebody waited. All are exact: `covered_ms` says of how much of the bucket they tell. What is noticed
 * later than the bucket after it counts as of then.
 */
export class RollupCounters {
  readonly #target: string;
  readonly #account: Counters;
  readonly #families = new Map<string, Family>();
  readonly #toWrite = new Set<Rows>();
  /** Locks and families that something happened to since they were last written. */
  #fresh = new Set<Counters>();
  /** Locks whose bucket is not over. */
  readonly #running = new Set<Counters>();
  /** Since when and until when it is watched without a gap. */
  #sinceMs: number | null = null;
  #toMs: number | null = null;
  #bucketMs = Number.NEGATIVE_INFINITY;

  constructor(target: string) {
    this.#target = target;
    this.#account = new Counters(this.#rows({ kind: 'target', target }), 'always', Number.NEGATIVE_INFINITY);
  }

  open({ id, family }: LockInfo, nowMs: number): LockCounters {
    const [target, floorMs] = [this.#target, this.#earliest(nowMs)];
    let known = this.#families.get(family);
    if (!known) {
      const account = new Counters(this.#rows({ kind: 'family', target, family }), 'held', floorMs);
      known = { name: family, account, locks: 0 };
      this.#families.set(family, known);
    }
    known.locks += 1;
    return {
      lock: new Counters(this.#rows({ kind: 'lock', target, lock: id }), 'waited', floorMs),
      family: known,
    };
  }

  /** The lock is not remembered any more. */
  close({ lock, family }: LockCounters): void {
    family.locks -= 1;
    this.#running.delete(lock);
  }

  /** Changes how many are held and wait from `atMs` on. `waiters` may change without `held`. */
  change(of: LockCounters, held: number, waiters: number, atMs: number, nowMs: number): void {
    const at = this.#clamped(atMs, nowMs);
    for (const account of this.#all(of)) account.change(held, waiters, at);
  }

  /** A lock is held that was held when it was found: that is no change, and of the lock makes no row. */
  found({ lock, family }: LockCounters, atMs: number, nowMs: number): void {
    const at = this.#clamped(atMs, nowMs);
    lock.held += 1;
    this.#fresh.add(family.account);
    for (const account of [family.account, this.#account]) account.change(1, 0, at);
  }

  count(of: LockCounters, what: CountedAs, atMs: number, nowMs: number): void {
    const at = this.#clamped(atMs, nowMs);
    for (const account of this.#all(of)) account.count(what, at);
  }

  /** What counted as one thing turns out to be another. */
  recount(of: LockCounters, from: CountedAs, to: CountedAs, atMs: number, nowMs: number): void {
    const at = this.#clamped(atMs, nowMs);
    for (const account of this.#all(of)) {
      account.count(from, at, -1);
      account.count(to, at);
    }
  }

  time(
    of: LockCounters,
    measure: Parameters<Counters['time']>[0],
    ms: number,
    atMs: number,
    nowMs: number,
  ): void {
    const at = this.#clamped(atMs, nowMs);
    for (const account of this.#all(of)) account.time(measure, ms, at);
  }

  /** Somebody who goes on to wait had waited that long at `atMs`, ms. */
  waited(of: LockCounters, ms: number, atMs: number, nowMs: number): void {
    const at = this.#clamped(atMs, nowMs);
    for (const account of this.#all(of)) account.waited(ms, at);
  }

  /** It was watched from `fromMs` to `toMs`; a time between this and the last one was not. */
  watched(fromMs: number, toMs: number, locks: () => Iterable<LockCounters>): void {
    if (this.#toMs === null || fromMs > this.#toMs) {
      this.#advance(this.#toMs);
      this.#sinceMs = fromMs;
      this.#account.skipTo(fromMs);
      for (const { account } of this.#families.values()) account.skipTo(fromMs);
      for (const { lock } of locks()) lock.skipTo(fromMs);
    }
    this.#toMs = Math.max(this.#toMs ?? toMs, toMs);
  }

  /** What was added since it was last asked, up to where it is known to be watched. */
  drain(): RollupWrite[] {
    const to = this.#toMs;
    if (to !== null && bucketStartOf(to) !== this.#bucketMs) {
      this.#bucketMs = bucketStartOf(to);
      this.#advance(to);
      for (const [name, { account, locks }] of this.#families)
        if (!account.advance(to) && locks === 0) this.#families.delete(name);
    } else if (to !== null) {
      this.#account.advance(to);
      for (const account of this.#fresh) account.advance(to);
    }
    this.#fresh = new Set();
    const rows = [...this.#toWrite].flatMap((each) => each.drain());
    this.#toWrite.clear();
    return rows;
  }

  #advance(toMs: number | null): void {
    if (toMs === null) return;
    this.#account.advance(toMs);
    for (const { account } of this.#families.values()) account.advance(toMs);
    for (const account of this.#running) if (!account.advance(toMs)) this.#running.delete(account);
  }

  #all({ lock, family }: LockCounters): Counters[] {
    this.#fresh.add(lock).add(family.account);
    this.#running.add(lock);
    return [lock, family.account, this.#account];
  }

  /** What was written of earlier buckets stays as it is. */
  #clamped(atMs: number, nowMs: number): number {
    return Math.max(Math.round(atMs), this.#earliest(nowMs));
  }

  #earliest(nowMs: number): number {
    return Math.max(this.#sinceMs ?? nowMs, bucketStartOf(nowMs) - BUCKET_MS);
  }

  #rows(subject: ConstructorParameters<typeof Rows>[0]): Rows {
    return new Rows(subject, (rows) => void this.#toWrite.add(rows));
  }
}
