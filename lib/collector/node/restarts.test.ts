import { expect, test } from 'vitest';
import { displayOf } from '../../domain/keys/bytes';
import type { Entry } from '../index/entry-types';
import type { NodeFacts } from '../keys/node-facts';
import { createRestarts } from './restarts';

const MINUTE = 60_000;

/** A lock in the index; null deadline = it never expires. */
function entry(key: string, token: string, deadlineMs: number | null): Entry {
  const reading = { deadlineMs: deadlineMs ?? 'none', holders: [{ token }] };
  return { key, display: displayOf(key), facts: { reading } } as unknown as Entry;
}

/** A server at 100 s: known as run `a` with the locks `before`, then run `b` since 99 s with the locks `after`. */
function restarted(before: Entry[], after: Entry[], change: { runId?: string; address?: string } = {}) {
  let atMs = 100_000;
  let [runId, address] = ['a', 'here'];
  const facts = (): NodeFacts => ({
    ...{ redisVersion: null, server: null, keys: null, role: null, refused: null, readAtMs: atMs },
    runId,
    info: new Map([['uptime_in_seconds', '1']]),
  });
  const restarts = createRestarts({ now: () => atMs, address: () => address, facts });
  restarts.after(() => undefined);
  ({ runId, address } = { runId: 'b', address, ...change });
  restarts.before(before);
  restarts.after((key) => after.find((each) => each.key === key));
  const at = (ms: number) => {
    atMs = ms;
  };
  return { restarts, at };
}

test('what was held beyond the restart and is gone, or somebody else’s, was cut', () => {
  const before = [
    entry('a', '1', 130_000),
    entry('b', '1', 130_000),
    entry('c', '1', null),
    entry('d', '1', 90_000),
  ];
  const { restarts } = restarted(before, [entry('b', '2', 140_000), entry('c', '1', null)]);
  expect(restarts.restart()).toMatchObject({ atMs: 100_000, count: 2, keys: ['a', 'b'] });
});

test('another server in its place is a failover, with what it kept and what it never had', () => {
  const before = [entry('a', '1', 130_000), entry('b', '1', null), entry('c', '1', 99_000)];
  const { restarts, at } = restarted(before, [entry('b', '1', null)], { address: 'there' });
  expect(restarts.promotion()).toEqual({ from: 'here', atMs: 100_000, count: 1, keys: ['a'], kept: 1 });
  at(100_000 + 10 * MINUTE);
  expect(restarts.promotion()).toBeNull();
});

test('the same run, and another server in its place, have not restarted', () => {
  expect(restarted([entry('a', '1', null)], [], { runId: 'a' }).restarts.restart()).toBeNull();
  expect(restarted([entry('a', '1', null)], [], { address: 'there' }).restarts.restart()).toBeNull();
});

test('a server that kept everything has cut nothing', () => {
  expect(restarted([entry('a', '1', null)], [entry('a', '1', null)]).restarts.restart()).toBeNull();
});

test.each([
  ['ten minutes for a short lease', 130_000, 100_000 + 10 * MINUTE],
  ['the lease when that is longer', 100_000 + 30 * MINUTE, 100_000 + 30 * MINUTE],
  ['an hour for a lock that never lapses', null, 100_000 + 60 * MINUTE],
])('is told for %s', (_, deadlineMs, untilMs) => {
  const { restarts, at } = restarted([entry('a', '1', deadlineMs)], []);
  at(untilMs - 1);
  expect(restarts.restart()).not.toBeNull();
  at(untilMs);
  expect(restarts.restart()).toBeNull();
});
