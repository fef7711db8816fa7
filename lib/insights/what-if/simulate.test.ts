import { describe, expect, test } from 'vitest';
import { exponential } from '../../../e2e/support/queue-workload';
import { seeded } from '../../domain/values/seeded';
import { type Demand, serveInTurn, waitsByChance, waitsInTurn } from './simulate';

const REQUESTS = 200_000;
const HOLD_MS = 100;

/** Poisson arrivals at this load of one lock, and holds of 100 ms on average. */
function demandsOf(load: number, holdMs: (random: () => number) => number, change: Partial<Demand> = {}) {
  const random = seeded(7);
  let atMs = 0;
  return Array.from({ length: REQUESTS }, (): Demand => {
    atMs += exponential(HOLD_MS / load)(random);
    return {
      ...{ atMs, holdMs: holdMs(random), handoverMs: 0, delayMs: 0, patienceMs: null, lock: 0 },
      ...change,
    };
  });
}

const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
const p95 = (all: readonly number[]) =>
  Float64Array.from(all).sort()[Math.ceil(all.length * 0.95) - 1] as number;

function within(actual: number, expected: number, share: number): void {
  expect(Math.abs(actual - expected) / expected, `${actual} for ${expected}`).toBeLessThan(share);
}

describe.each([0.3, 0.6, 0.8])('one lock at a load of %d', (load) => {
  test('M/M/1: mean and p95 of the waits are those of the formula', () => {
    const waits = waitsInTurn(serveInTurn(demandsOf(load, exponential(HOLD_MS))).served);
    within(mean(waits), (HOLD_MS * load) / (1 - load), 0.05);
    within(p95(waits), (HOLD_MS * Math.log(20 * load)) / (1 - load), 0.05);
  });

  test('M/D/1: the mean wait is half of that', () => {
    const waits = waitsInTurn(serveInTurn(demandsOf(load, () => HOLD_MS)).served);
    within(mean(waits), (HOLD_MS * load) / (1 - load) / 2, 0.05);
  });

  test('M/M/1 in random order: the same mean, and the second moment ÷ (1 − ρ/2)', () => {
    const { served } = serveInTurn(demandsOf(load, exponential(HOLD_MS)));
    const inTurn = waitsInTurn(served);
    const byChance = waitsByChance(served, seeded(3));
    expect(mean(byChance)).toBeCloseTo(mean(inTurn), 6);
    const second = (all: readonly number[]) => mean(all.map((ms) => ms * ms));
    within(second(byChance), second(inTurn) / (1 - load / 2), 0.05);
  });

  test('n locks with a share of the requests each are n queues at a share of the load', () => {
    const random = seeded(4);
    const shards = 4;
    const demands = demandsOf(load, exponential(HOLD_MS)).map((demand) => ({
      ...demand,
      lock: Math.floor(random() * shards),
    }));
    within(
      mean(waitsInTurn(serveInTurn(demands).served)),
      (HOLD_MS * load) / shards / (1 - load / shards),
      0.05,
    );
  });
});

test('who gives up takes no time of the lock, and waited as long as its patience', () => {
  const one = { handoverMs: 0, delayMs: 0, patienceMs: null, lock: 0 };
  const { served, busyMs } = serveInTurn([
    { ...one, atMs: 0, holdMs: 100 },
    { ...one, atMs: 10, holdMs: 100, patienceMs: 50 },
    { ...one, atMs: 20, holdMs: 30, handoverMs: 5 },
    { ...one, atMs: 200, holdMs: 10, handoverMs: 5, delayMs: 7 },
  ]);
  expect(served.map(({ leftMs, gaveUp }) => [leftMs, gaveUp])).toEqual([
    [0, false],
    [60, true],
    [105, false],
    [207, false],
  ]);
  expect(busyMs).toBe(140);
});
