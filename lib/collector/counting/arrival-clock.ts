const TICK_MS = 10;

/**
 * When messages arrive, on this process' clock. All that one chunk brought have one time. Where the event loop was held up,
 * a message arrived at some moment meanwhile: it gets the middle, and `errorMs` is by how much that may be wrong.
 */
export type ArrivalClock = {
  /** Epoch ms; never earlier than before, unless the clock was set back. */
  now(): number;
  /** Of the last `now`, ms: 0 = it is exact to a tick. */
  errorMs(): number;
  stop(): void;
};

export function createArrivalClock(now: () => number): ArrivalClock {
  let lateMs = 0;
  let dueAt = performance.now() + TICK_MS;
  let turnMs: number | null = null;
  let errorMs = 0;

  /** A late tick says for how long the loop was held up: messages that waited are handled right after it. */
  const ticks = setInterval(() => {
    const at = performance.now();
    lateMs = Math.max(0, at - dueAt);
    dueAt = at + TICK_MS;
  }, TICK_MS);
  ticks.unref();

  return {
    now() {
      if (turnMs !== null) return turnMs;
      setImmediate(() => {
        turnMs = null;
      });
      errorMs = Math.max(lateMs, performance.now() - dueAt, 0) / 2;
      turnMs = now() - errorMs;
      return turnMs;
    },
    errorMs: () => errorMs,
    stop: () => clearInterval(ticks),
  };
}
