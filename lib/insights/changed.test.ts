import { describe, expect, test } from 'vitest';
import { seeded } from '../domain/values/seeded';
import { bucketOf } from '../history/database/histogram';
import type { FamilyChange } from '../history/queries/insights/changes';
import { BLOCK_MS, type Block } from '../history/queries/insights/family-blocks';
import { changed } from './changed';

const HOUR_MS = 3_600_000;
const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);
/** All of a console with so many families and moments. */
const TESTS = 100;

type Load = {
  /** Holds of one block. */
  perBlock: number;
  /** Median of a hold at a moment, ms. */
  holdMs: (atMs: number) => number;
  /** Spread of single holds, and of whole blocks, as the deviation of the logarithm. */
  spread: number;
  moods: number;
};

const usual: Load = { perBlock: 300, holdMs: () => 180, spread: 0.8, moods: 0.05 };

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function blocksFrom(fromMs: number, count: number, load: Load, random: () => number): Block[] {
  return Array.from({ length: count }, (_, i) => {
    const startMs = fromMs + i * BLOCK_MS;
    const hold = new Map<number, number>();
    const mood = load.moods * normal(random);
    for (let nth = 0; nth < load.perBlock; nth++) {
      const ms = load.holdMs(startMs) * Math.exp(mood + load.spread * normal(random));
      hold.set(bucketOf(ms), (hold.get(bucketOf(ms)) ?? 0) + 1);
    }
    return { startMs, hold, wait: new Map(), waiterMs: load.holdMs(startMs) * 100 };
  });
}

/** A family around a deployment at `atMs`. */
function around(atMs: number, load: Load, seed: number, weekAgo: Load | null = null): FamilyChange {
  const random = seeded(seed);
  const after = blocksFrom(atMs, 6, load, random);
  return {
    ...{ target: 'main', family: 'order:*', tests: TESTS, blockMs: BLOCK_MS, nowMs: atMs + HOUR_MS },
    ...{ since: { kind: 'deploy', atMs, title: 'v2' }, after },
    before: blocksFrom(atMs - HOUR_MS, 6, load, random),
    earlier: blocksFrom(atMs - 2 * HOUR_MS, 6, load, random),
    week: weekAgo && blocksFrom(atMs, 6, weekAgo, random),
  };
}

const AT_MS = 1_785_000_000_000;
const times = (factor: number): Load => ({
  ...usual,
  holdMs: (atMs) => (atMs >= AT_MS ? factor * 180 : 180),
});

describe('a deployment', () => {
  test.each([1.5, 1 / 1.5])('after which holds take x%d is found, 20 of 20', (factor) => {
    for (const seed of SEEDS) {
      for (const week of [null, usual]) {
        const insight = changed.detect(around(AT_MS, times(factor), seed, week));
        expect(insight, `seed ${seed}`).toMatchObject({ code: 'changed', family: 'order:*' });
        expect(Math.abs(Number(insight?.values.times) / factor - 1)).toBeLessThan(0.2);
        expect(insight?.confidence).toBeGreaterThan(0.99);
      }
    }
  });

  test('that changes nothing is not, 0 of 20', () => {
    for (const seed of SEEDS)
      for (const load of [
        usual,
        { ...usual, moods: 0.2 },
        { ...usual, perBlock: 30 },
        { ...usual, spread: 0.01 },
      ])
        expect(changed.detect(around(AT_MS, load, seed, usual)), `seed ${seed}`).toBeNull();
  });

  test('at the foot of a slope is not: the hour before rose as much', () => {
    const slope: Load = { ...usual, holdMs: (atMs) => 180 * 1.5 ** ((atMs - AT_MS) / HOUR_MS) };
    for (const seed of SEEDS) expect(changed.detect(around(AT_MS, slope, seed))).toBeNull();
  });

  test('at an hour that takes as long each week is not', () => {
    const nightly: Load = { ...usual, holdMs: () => 270 };
    for (const seed of SEEDS) expect(changed.detect(around(AT_MS, times(1.5), seed, nightly))).toBeNull();
  });

  test('of which too little is known is not: few holds, few blocks, no hour before the last', () => {
    const facts = around(AT_MS, times(1.5), 1);
    expect(changed.detect(facts)).not.toBeNull();
    expect(changed.detect(around(AT_MS, { ...times(1.5), perBlock: 19 }, 1))).toBeNull();
    expect(changed.detect({ ...facts, after: facts.after.slice(0, 2) })).toBeNull();
    expect(changed.detect({ ...facts, earlier: [] })).toBeNull();
  });
});

test('its harm is the debt that came with it, and its table has every percentile that was compared', () => {
  const insight = changed.detect(around(AT_MS, times(1.5), 1, usual));
  expect(insight?.harm).toBeCloseTo(((90 * 100) / 1000) * 6, 6);
  expect(insight?.rows.map(({ measure, percentile }) => [measure, percentile])).toEqual([
    ['hold', 50],
    ['hold', 95],
  ]);
  expect(insight?.values).toMatchObject({ since: 'deploy', deploy: 'v2', direction: 'longer', n: 3_600 });
});
