import { bucketOf } from '../../../lib/history/database/histogram';
import type { HistogramsTable, RollupsTable } from '../../../lib/history/database/schema';
import { bucketStart, TIERS, type TierMs } from '../../../lib/history/database/tiers';
import { noCounts } from '../../support/history-batches';
import type { Hold } from './holds';

const FINEST = TIERS[0];
const COLUMNS = ['acquisitions', 'releases', 'lapses', 'lost', 'forced', 'held_ms', 'waiter_ms'] as const;
type Column = (typeof COLUMNS)[number];
export type Sums = RollupsTable;
export type Times = HistogramsTable;

export const ENDS: Record<string, Column> = {
  released: 'releases',
  expired: 'lapses',
  lost: 'lost',
  'force-released': 'forced',
};
const MEASURES = ['hold', 'wait', 'gap'] as const;

/** A stretch of time in buckets of ten seconds, of which nothing but sums is kept. */
export class Figures {
  readonly #fromMs: number;
  readonly #sums: Record<Column, Float64Array>;
  /** How many more hold, or wait, from the beginning of this bucket on: throughout, until it is taken back. */
  readonly #holding: Int32Array;
  readonly #waiting: Int32Array;
  /** Each renews once a bucket. */
  readonly #renewing: Int32Array;
  readonly #length: number;
  #isClosed = false;
  readonly #times = new Map<TierMs, Map<number, number>>();
  readonly #oldest: (tier: TierMs) => number;

  constructor(fromMs: number, toMs: number, oldest: (tier: TierMs) => number) {
    this.#fromMs = bucketStart(fromMs, FINEST);
    const length = Math.ceil((toMs - this.#fromMs) / FINEST) + 1;
    this.#length = length;
    const array = () => new Float64Array(length);
    this.#sums = Object.fromEntries(COLUMNS.map((name) => [name, array()])) as Record<Column, Float64Array>;
    this.#holding = new Int32Array(length + 1);
    this.#waiting = new Int32Array(length + 1);
    this.#renewing = new Int32Array(length + 1);
    this.#oldest = oldest;
  }

  /** Adds a hold, which goes on until `nowMs` if it has no end. `before` = the one before it of the same lock. */
  add(hold: Hold, before: Hold | null, nowMs: number): void {
    const end = hold.toMs ?? nowMs;
    this.#count('acquisitions', hold.fromMs);
    this.#spread('held_ms', this.#holding, hold.fromMs, end, 1);
    if (hold.renewed) this.#whole(this.#renewing, this.#index(hold.fromMs), this.#index(end), 1);
    if (hold.ended !== null) {
      this.#count(ENDS[hold.ended] ?? 'releases', end);
      this.#time('hold', end, end - hold.fromMs);
    }
    if (hold.waiters) this.#spread('waiter_ms', this.#waiting, hold.waiters.fromMs, end, hold.waiters.count);
    if (before?.waiters && before.toMs !== null) {
      this.#time('wait', hold.fromMs, hold.fromMs - before.waiters.fromMs);
      this.#time('gap', hold.fromMs, hold.fromMs - before.toMs);
    }
  }

  /** Rows of one tier, one for every bucket up to `coveredToMs`. Nothing can be added afterwards. */
  rows(tier: TierMs, coveredToMs: number): Sums[] {
    this.#close();
    const first = Math.max(0, (this.#oldest(tier) - this.#fromMs) / FINEST);
    const last = Math.min(this.#length, Math.ceil((coveredToMs - this.#fromMs) / FINEST));
    const rows: Sums[] = [];
    for (let from = first; from < last; ) {
      const startMs = bucketStart(this.#fromMs + from * FINEST, tier);
      const to = Math.min(last, (startMs + tier - this.#fromMs) / FINEST);
      rows.push(this.#row(startMs, from, to, coveredToMs));
      from = to;
    }
    return rows;
  }

  #row(startMs: number, from: number, to: number, coveredToMs: number): Sums {
    const row = empty(startMs);
    for (const name of COLUMNS) {
      const sums = this.#sums[name];
      let sum = 0;
      for (let i = from; i < to; i++) sum += sums[i] ?? 0;
      row[name] = sum;
    }
    const [holding, waiting, renewing] = [this.#holding, this.#waiting, this.#renewing];
    const { held_ms, waiter_ms } = this.#sums;
    for (let i = from; i < to; i++) {
      const [held, waited] = [holding[i] ?? 0, waiting[i] ?? 0];
      row.renewals += renewing[i] ?? 0;
      row.held_ms += held * FINEST;
      row.waiter_ms += waited * FINEST;
      row.held_max = Math.max(row.held_max, held + Math.ceil((held_ms[i] ?? 0) / FINEST));
      row.waiters_max = Math.max(row.waiters_max, waited + Math.ceil((waiter_ms[i] ?? 0) / FINEST));
    }
    const endMs = Math.min(coveredToMs, this.#fromMs + to * FINEST);
    row.covered_ms = endMs - (this.#fromMs + from * FINEST);
    return row;
  }

  /** From changes to how many there are in each bucket. */
  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const changes of [this.#holding, this.#waiting, this.#renewing])
      for (let i = 1; i < changes.length; i++) changes[i] = (changes[i] ?? 0) + (changes[i - 1] ?? 0);
  }

  times(tier: TierMs): Times[] {
    return [...(this.#times.get(tier) ?? [])].map(([place, count]) => {
      const bucket = place % 256;
      const rest = Math.floor(place / 256);
      const measure = MEASURES[rest % 4] ?? 'hold';
      return { tier_ms: tier, subject: 0, start_ms: Math.floor(rest / 4) * tier, measure, bucket, count };
    });
  }

  #index(atMs: number): number {
    return Math.floor((atMs - this.#fromMs) / FINEST);
  }

  #count(column: Column, atMs: number): void {
    const i = this.#index(atMs);
    const sums = this.#sums[column];
    sums[i] = (sums[i] ?? 0) + 1;
  }

  /** Whole buckets are told by where they begin and end. */
  #spread(column: Column, whole: Int32Array, fromMs: number, toMs: number, count: number): void {
    const sums = this.#sums[column];
    const [first, last] = [this.#index(fromMs), this.#index(toMs)];
    const part = (i: number, ms: number) => {
      sums[i] = (sums[i] ?? 0) + ms * count;
    };
    if (first === last) {
      part(first, toMs - fromMs);
      return;
    }
    part(first, this.#fromMs + (first + 1) * FINEST - fromMs);
    part(last, toMs - (this.#fromMs + last * FINEST));
    this.#whole(whole, first, last, count);
  }

  /** All buckets between two. */
  #whole(whole: Int32Array, first: number, last: number, count: number): void {
    if (first === last) return;
    whole[first + 1] = (whole[first + 1] ?? 0) + count;
    whole[last] = (whole[last] ?? 0) - count;
  }

  #time(measure: (typeof MEASURES)[number], atMs: number, ms: number): void {
    const bucket = bucketOf(ms);
    for (const tier of TIERS) {
      const start = bucketStart(atMs, tier);
      if (start < this.#oldest(tier)) continue;
      const times = this.#times.get(tier) ?? new Map<number, number>();
      const place = ((start / tier) * 4 + MEASURES.indexOf(measure)) * 256 + bucket;
      this.#times.set(tier, times.set(place, (times.get(place) ?? 0) + 1));
    }
  }
}

/** Whose it is and of which tier is filled in when it is written. */
export function empty(start_ms: number): Sums {
  return { ...noCounts, tier_ms: 0, subject: 0, start_ms };
}
