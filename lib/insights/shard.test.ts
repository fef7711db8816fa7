import { describe, expect, test } from 'vitest';
import { exponential, inGroups, poissonArrivals, simulatedQueue } from '../../e2e/support/simulated-queue';
import { seeded } from '../domain/values/seeded';
import type { RecordedHotKey } from '../history/queries/insights/hot-keys';
import { shard } from './shard';

const HOUR = 3_600_000;
const LONG = 24 * HOUR;
const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);
const hold = exponential(500);
const exact = (times: readonly number[]) => {
  const sum = times.reduce((all, ms) => all + ms, 0);
  const squares = times.reduce((all, ms) => all + ms ** 2, 0);
  return { count: times.length, meanMs: sum / times.length, squareMs: squares / times.length };
};

function run(busy: number, seed: number, arrivals = poissonArrivals, forMs = HOUR) {
  const random = seeded(seed);
  const came = arrivals(busy / 500, forMs, random);
  return { came, ...simulatedQueue({ arrivals: came, hold, forMs }, random, exact) };
}

/** A lock beside others of its family, each as busy as given: what of twelve parts was waited for. */
function family(
  busy: number,
  others: readonly number[],
  seed: number,
  arrivals = poissonArrivals,
): RecordedHotKey {
  const part = (of: number, nth: number) =>
    Array.from(
      { length: 12 },
      (_, i) => run(of, seed * 1_000 + nth * 20 + i, arrivals, HOUR / 12).load.waiterMs ?? 0,
    );
  const own = part(busy, 0);
  const rest = others.map((each, i) => part(each, i + 1));
  return {
    ...{
      target: 'local',
      family: 'stock:*:lock',
      lock: 'local.0.stock:7:lock',
      key: 'stock:7:lock',
      covered: 1,
    },
    load: run(busy, seed, arrivals).load,
    locks: others.length + 1,
    parts: own.map((ms, i) => ({
      own: ms,
      family: ms + rest.reduce((sum, each) => sum + (each[i] ?? 0), 0),
    })),
  };
}

describe.each([
  ['Poisson arrivals', poissonArrivals],
  ['arrivals in groups', inGroups(4)],
])('a hot key with %s', (_, arrivals) => {
  test('is found in 20 of 20, and what shards save is within a tenth of the truth', () => {
    const found = SEEDS.flatMap((seed) => shard.detect(family(0.71, [0.2, 0.1, 0.1], seed, arrivals)) ?? []);
    expect(found).toHaveLength(20);
    const true1 = run(0.71, 99, arrivals, LONG);
    for (const shards of [2, 4, 8]) {
      // Each arrival goes to one of them by chance.
      const random = seeded(7);
      const came = true1.came.filter(() => random() < 1 / shards);
      const { waitMs } = simulatedQueue({ arrivals: came, hold, forMs: LONG }, random, exact);
      const saved = 1 - waitMs / true1.waitMs;
      for (const { rows, values } of found) {
        const row = rows.find((each) => each.shards === shards);
        expect(Math.abs(Number(row?.savedSeconds) / Number(values.debtSeconds) - saved)).toBeLessThan(0.1);
      }
    }
    expect(found[0]).toMatchObject({
      ...{ code: 'shard', key: 'stock:7:lock', method: 'split-queues' },
      values: { part: '7', name: 'stock:7:<n>:lock', locks: 4 },
    });
  });
});

describe('nothing is said in 20 of 20', () => {
  test.each<[string, number, number[]]>([
    ['of a family whose locks are as busy as each other', 0.6, [0.6, 0.6, 0.6]],
    ['of the busier of two locks', 0.65, [0.5]],
    ['of a lock that is hardly waited for', 0.15, [0.01, 0.01, 0.01]],
    ['of a lock that is alone in its family', 0.71, []],
  ])('%s', (_, busy, others) => {
    expect(SEEDS.flatMap((seed) => shard.detect(family(busy, others, seed)) ?? [])).toEqual([]);
  });
});

test('nothing is said of a key without an id, or of a range that was watched for less than 95 %', () => {
  const hot = family(0.71, [0.2, 0.1, 0.1], 1);
  expect(shard.detect(hot)).not.toBeNull();
  expect(shard.detect({ ...hot, key: 'nightly:report' })).toBeNull();
  expect(shard.detect({ ...hot, covered: 0.9 })).toBeNull();
});
