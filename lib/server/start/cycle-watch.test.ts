import { expect, test } from 'vitest';
import { aHolder, lockOf } from '../../../e2e/support/a-lock';
import type { Collector } from '../../collector/types';
import type { Lock } from '../../contract/lock';
import { displayOf } from '../../domain/keys/bytes';
import type { NamedWait } from '../../domain/wait-graph/wait-graph';
import { createCycleWatch } from './cycle-watch';

const known = { by: 'read', atMs: 0 } as const;

function held(name: string, token: string, sinceMs = 0): Lock {
  const since = { atMs: sinceMs, atLeast: false, known };
  return lockOf(name, { holders: [aHolder({ token: displayOf(token), since, process: null })] });
}

function queued(name: string, token: string): NamedWait {
  const named = { token: displayOf(token), label: null, process: null };
  return { lock: `main.0.${name}`, by: 'queue', ...named, place: 1, sinceMs: 500, heard: true, known };
}

function setup(perTarget: { locks: Lock[]; waits: NamedWait[] }[]) {
  const told: string[][] = perTarget.map(() => []);
  const collectors = perTarget.map((facts, i) => ({
    locks: () => facts.locks,
    waits: () => facts.waits,
    setStuck: (stuck: ReadonlyMap<string, { sinceMs: number }>) => {
      told[i] = [...stuck].map(([id, { sinceMs }]) => `${id}@${sinceMs}`);
    },
  }));
  let nowMs = 1_000;
  const look = createCycleWatch(
    () => collectors as unknown as Collector[],
    () => nowMs,
  );
  const at = (ms: number) => {
    nowMs = ms;
    look();
    return told;
  };
  return { at, told };
}

const two = () => [held('a', 't1'), held('b', 't2')];
const crossed = () => [queued('b', 't1'), queued('a', 't2')];
const BOTH = ['main.0.b@1000', 'main.0.a@1000'];

test('a cycle over two targets is told to both once it stood for two seconds, and taken back at once', () => {
  const [first, second] = two() as [Lock, Lock];
  const facts = [
    { locks: [first], waits: crossed().slice(1) },
    { locks: [second], waits: crossed().slice(0, 1) },
  ];
  const { at } = setup(facts);
  expect(at(1_000)).toEqual([[], []]);
  expect(at(2_999)).toEqual([[], []]);
  expect(at(3_000)).toEqual([BOTH, BOTH]);
  facts[0]?.waits.pop();
  expect(at(4_000)).toEqual([[], []]);
});

test('a cycle that comes back, or in which a lock changed hands, begins anew', () => {
  const facts = { locks: two(), waits: crossed() };
  const { at } = setup([facts]);
  at(1_000);
  facts.locks = [held('a', 't1', 400), held('b', 't2')];
  at(2_900);
  expect(at(4_800)).toEqual([[]]);
  expect(at(4_900)).toEqual([['main.0.b@2900', 'main.0.a@2900']]);
  facts.waits = [];
  at(5_000);
  facts.waits = crossed();
  expect(at(6_000)).toEqual([[]]);
});
