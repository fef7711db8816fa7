import { expect, test } from 'vitest';
import { createHolds } from './metrics-holds';

const begun = (holder: string, atMs: number, exclusive = true) => ({ holder, exclusive, atMs });

test('a hold lasts from its beginning to its end, whatever its holder is called by then', () => {
  const holds = createHolds();
  holds.begin('a', begun('4e1c', 1_000));
  expect(holds.end('a', 'billing@host', 1_250)).toBe(250);
  expect(holds.size()).toBe(0);
});

test('one whose beginning was not seen has no length', () => {
  const holds = createHolds();
  expect(holds.end('a', 'x', 5)).toBeNull();
  holds.begin('a', begun('x', 10));
  holds.forget('a');
  expect(holds.end('a', 'x', 20)).toBeNull();
});

test('of a lock that several have, each hold is its own', () => {
  const holds = createHolds();
  holds.begin('a', begun('x', 0, false));
  holds.begin('a', begun('y', 10, false));
  expect(holds.end('a', 'z', 15)).toBeNull();
  expect(holds.end('a', 'y', 20)).toBe(10);
  expect(holds.end('a', 'x', 30)).toBe(30);
  expect(holds.size()).toBe(0);
});

test('a clock that is set back makes no negative time, and an end that was missed no long one', () => {
  const holds = createHolds();
  holds.begin('a', begun('x', 100));
  holds.begin('a', begun('y', 900));
  expect(holds.end('a', 'y', 890)).toBe(0);
});
