import { bucketOf } from '../../../lib/history/histogram';
import type { HistogramsTable, RollupsTable } from '../../../lib/history/schema';
import { bucketStart, TIERS, type TierMs } from '../../../lib/history/tiers';
import type { Hold } from './holds';

const FINEST = TIERS[0];
const COLUMNS = ['acquisitions', 'releases', 'lapses', 'lost', 'forced', 'held_ms', 'waiter_ms'] as const;
type Column = (typeof COLUMNS)[number];
export type Sums = Omit<RollupsTable, 'tier_ms' | 'subject'>;
export type Times = Pick<HistogramsTable, 'tier_ms' | 'start_ms' | 'measure' | 'bucket' | 'count'>;

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
  readonly #times = new Map<TierMs, Map<number, number>>();
  readonly #oldest: (tier: TierMs) => number;

  constructor(fromMs: number, toMs: number, oldest: (tier: TierMs) => number) {
    this.#fromMs = bucketStart(fromMs, FINEST);
    const length = Math.ceil((toMs - this.#fromMs) / FINEST) + 1;
    const array = () => new Float64Array(length);
    this.#sums = Object.fromEntries(COLUMNS.map((name) => [name, array()])) as Record<Column, Float64Array>;
    this.#holding = new Int32Array(length + 1);
    this.#waiting = new Int32Array(length + 1);
    this.#oldest = oldest;
  }

  /** Adds a hold, which goes on until `nowMs` if it has no end. `before` = the one before it of the same lock. */
  add(hold: Hold, before: Hold | null, nowMs: number): void {
    const end = hold.toMs ?? nowMs;
    this.#count('acquisitions', hold.fromMs);
    this.#spread('held_ms', this.#holding, hold.fromMs, end, 1);
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

  /** Rows of one tier, one for every bucket up to `coveredToMs`. */
  rows(tier: TierMs, coveredToMs: number): Sums[] {
    const rows: Sums[] = [];
    const last = this.#sums.held_ms.length;
    let [holding, waiting] = [0, 0];
    let row: Sums | null = null;
    const done = () => {
      if (row && row.start_ms >= this.#oldest(tier)) rows.push(row);
    };
    for (let i = 0; i < last; i++) {
      holding += this.#holding[i] ?? 0;
      waiting += this.#waiting[i] ?? 0;
      const at = this.#fromMs + i * FINEST;
      const start = bucketStart(at, tier);
      if (row === null || row.start_ms !== start) {
        done();
        row = empty(start);
      }
      for (const name of COLUMNS) row[name] += this.#sums[name][i] ?? 0;
      row.held_ms += holding * FINEST;
      row.waiter_ms += waiting * FINEST;
      row.covered_ms += Math.max(0, Math.min(FINEST, coveredToMs - at));
      const partly = (name: 'held_ms' | 'waiter_ms') => Math.ceil((this.#sums[name][i] ?? 0) / FINEST);
      row.held_max = Math.max(row.held_max, holding + partly('held_ms'));
      row.waiters_max = Math.max(row.waiters_max, waiting + partly('waiter_ms'));
    }
    done();
    return rows.filter(({ covered_ms }) => covered_ms > 0);
  }

  times(tier: TierMs): Times[] {
    return [...(this.#times.get(tier) ?? [])].map(([place, count]) => {
      const bucket = place % 256;
      const rest = Math.floor(place / 256);
      const measure = MEASURES[rest % 4] ?? 'hold';
      return { tier_ms: tier, start_ms: Math.floor(rest / 4) * tier, measure, bucket, count };
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

export function empty(start_ms: number): Sums {
  const none = { acquisitions: 0, releases: 0, lapses: 0, lost: 0, forced: 0, taken_over: 0, renewals: 0 };
  const rest = { extensions: 0, held_ms: 0, held_max: 0, waiter_ms: 0, waiters_max: 0, covered_ms: 0 };
  return { start_ms, ...none, ...rest };
}
