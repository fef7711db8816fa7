import { expect, test } from 'vitest';
import { inSlices } from './slices';

/** Blocks the event loop for about this long, ms. */
function busy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('others get their turn while long work goes on', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await inSlices(
    Array.from({ length: 1_000 }, (_, i) => i),
    () => busy(0.2),
  );
  isOver = true;
  expect(turns).toBeGreaterThan(5);
});

test('each item is worked on once, in order', async () => {
  const done: number[] = [];
  const items = Array.from({ length: 500 }, (_, i) => i);
  await inSlices(items, (item) => {
    busy(0.05);
    done.push(item);
  });
  expect(done).toEqual(items);
});

test('what went meanwhile is left out', async () => {
  const items = new Map(Array.from({ length: 1_000 }, (_, i) => [i, i]));
  const done: number[] = [];
  setImmediate(() => items.delete(999));
  await inSlices(items.values(), (item) => {
    busy(0.1);
    done.push(item);
  });
  expect(done).not.toContain(999);
  expect(done).toHaveLength(999);
});
