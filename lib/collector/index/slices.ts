import { setImmediate as turn } from 'node:timers/promises';

/** Longest that work on many locks keeps an event waiting, ms. */
const SLICE_MS = 6;
/** A clock is not read for every lock. */
const BETWEEN_LOOKS = 64;

/**
 * Does `work` for each item, and lets the event loop go round after every few milliseconds of it. `items` may change on the
 * way: of a `Map` or a `Set` those that are gone by then are left out, those that came are not.
 */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let [count, startedAt] = [0, performance.now()];
  for (const item of items) {
    work(item);
    count += 1;
    if (count % BETWEEN_LOOKS !== 0 || performance.now() - startedAt < SLICE_MS) continue;
    await turn();
    startedAt = performance.now();
  }
}
