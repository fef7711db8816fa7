const LONGEST_MS = 2 ** 31 - 1;

/** Monotonic milliseconds; only differences mean something. */
export function monotonicMs(): number {
  return performance.now();
}

/** Calls `fire` once after `ms`, which may be longer than Node's own limit; Infinity never fires. Returns the stop. */
export function startTimer(ms: number, fire: () => void): () => void {
  if (ms === Number.POSITIVE_INFINITY) return () => {};
  const endMs = monotonicMs() + ms;
  let handle: NodeJS.Timeout;
  const arm = () => {
    const leftMs = endMs - monotonicMs();
    handle = setTimeout(
      leftMs > LONGEST_MS ? arm : fire,
      Math.min(Math.max(Math.ceil(leftMs), 0), LONGEST_MS),
    );
  };
  arm();
  return () => clearTimeout(handle);
}
