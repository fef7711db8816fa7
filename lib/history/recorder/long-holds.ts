import { bucketOf, histogramTotalOf, percentile } from '../database/histogram';

/** Families whose holds are remembered. */
const FAMILIES = 1_000;
/** Fewer holds tell nothing of a family. */
const ENOUGH = 20;
const TIMES = 10;
const LEAST_MS = 600_000;

/**
 * Which holds are long: more than ten minutes, ten leases, and ten times what 99 of 100 holds of its family took, as far as
 * those were seen.
 */
export class LongHolds {
  readonly #families = new Map<string, Map<number, number>>();

  ended(family: string, ms: number): void {
    const times = this.#families.get(family) ?? new Map<number, number>();
    this.#families.delete(family);
    this.#families.set(family, times);
    times.set(bucketOf(ms), (times.get(bucketOf(ms)) ?? 0) + 1);
    const [oldest] = this.#families.keys();
    if (this.#families.size > FAMILIES && oldest !== undefined) this.#families.delete(oldest);
  }

  isLong(family: string, leaseMs: number | null, ms: number): boolean {
    if (ms <= LEAST_MS || ms <= TIMES * (leaseMs ?? 0)) return false;
    const times = this.#families.get(family);
    if (!times || histogramTotalOf(times) < ENOUGH) return true;
    return ms > TIMES * (percentile(times, 0.99) ?? 0);
  }
}
