import { setImmediate as turn } from 'node:timers/promises';

/** Longest time that work on many locks blocks the event loop, ms. */
const SLICE_MS = 6;
/** The clock is read once per this many items. */
const BETWEEN_LOOKS = 64;

/**
 * Does `work` for each item, and yields to the event loop every few milliseconds. `items` may change meanwhile: of a `Map`
 * or a `Set`, removed items are skipped and added ones are included.
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
