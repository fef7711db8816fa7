/** A step of the computer's clock beyond the tab's own that is no rounding and no slow correction. */
const SLEPT_MS = 500;

/**
 * Makes a clock of ms that never goes back and that goes on while the computer sleeps: the monotonic clock of some browsers
 * stands still then. When the computer's clock is put forward by more than half a second that counts as sleep, so that what was
 * read before is older than it was, never younger.
 */
export function createTabClock(monotonicMs: () => number, computerMs: () => number): () => number {
  let sleptMs = 0;
  let last = { monotonic: monotonicMs(), computer: computerMs() };
  return () => {
    const now = { monotonic: monotonicMs(), computer: computerMs() };
    const aheadMs = now.computer - last.computer - (now.monotonic - last.monotonic);
    if (aheadMs > SLEPT_MS) sleptMs += aheadMs;
    last = now;
    return now.monotonic + sleptMs;
  };
}

/** Now, on such a clock of this tab: for ages of readings that somebody acts on. */
export const tabNowMs: () => number = createTabClock(
  () => performance.now(),
  () => Date.now(),
);
