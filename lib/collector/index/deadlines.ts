/** One timer for all deadlines. */
export type Deadlines = {
  /** Some lock expires at `atMs`. */
  expect(atMs: number): void;
  stop(): void;
};

const LATENESS_MS = 3;
const SPACING_MS = 20;
const LONGEST_MS = 60_000;

/**
 * Calls `onDue` when the earliest expected deadline has passed; `onDue` returns the next one, or null. Calls are at least
 * 20 ms apart, however many locks expire.
 */
export function createDeadlines(now: () => number, onDue: () => number | null): Deadlines {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let nextMs = Number.POSITIVE_INFINITY;
  let stopped = false;

  function arm(atMs: number): void {
    if (stopped || atMs >= nextMs) return;
    nextMs = atMs;
    if (timer) clearTimeout(timer);
    timer = setTimeout(fire, Math.min(LONGEST_MS, Math.max(SPACING_MS, atMs - now() + LATENESS_MS)));
  }

  function fire(): void {
    timer = null;
    nextMs = Number.POSITIVE_INFINITY;
    const next = onDue();
    if (next !== null) arm(next);
  }

  return {
    expect: arm,
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
