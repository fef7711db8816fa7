/** Groups of arrivals that are kept apart; beyond, the newest count as one. */
const GROUPS = 500;

/**
 * Waiters of one lock of whom only the number is known, taken to be served in the order they came. The mean of the times
 * they waited is exact whoever went first, to the second between two counts; how the times are spread is an estimate.
 */
export class Arrivals {
  readonly #groups: { atMs: number; count: number }[] = [];

  come(count: number, atMs: number): void {
    const last = this.#groups.at(-1);
    if (last && (last.atMs === atMs || this.#groups.length >= GROUPS)) last.count += count;
    else this.#groups.push({ atMs, count });
  }

  /** So many do not wait any more: calls `waited` with the time of each. */
  go(count: number, atMs: number, waited: (ms: number) => void): void {
    let left = count;
    while (left > 0) {
      const first = this.#groups[0];
      if (!first) return;
      const gone = Math.min(left, first.count);
      for (let i = 0; i < gone; i++) waited(Math.max(0, atMs - first.atMs));
      first.count -= gone;
      left -= gone;
      if (first.count === 0) this.#groups.shift();
    }
  }

  /** When the one came who waits longest, ms; null = nobody waits. */
  oldestMs(): number | null {
    return this.#groups[0]?.atMs ?? null;
  }

  forget(): void {
    this.#groups.length = 0;
  }
}
