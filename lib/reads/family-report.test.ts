import { expect, test } from 'vitest';
import { aFamilyReport, familyRow } from '../../e2e/support/a-family-report';
import { aLock } from '../../e2e/support/a-lock';
import type { NodeStatus } from '../contract/nodes';
import { NOT_COVERED } from '../domain/nodes/coverage';
import { numberOrNull } from '../domain/values/counted';
import { liveTarget, withLive } from './family-report';

const WHOLE = { ...NOT_COVERED, names: 1, contents: 1 };
const node = (state: NodeStatus['state'], coverage = WHOLE) => ({ state, keys: 10, coverage });
const lock = { ...aLock({ name: 'order:7' }), target: 'main' };
const report = aFamilyReport({ rows: [familyRow('quiet:*')], matched: 1 });

const nowOf = (nodes: ReturnType<typeof node>[], change = {}) =>
  withLive({ ...report, ...change }, new Map([['main', liveTarget(nodes, [lock], 0)]]), WHOLE, 500).rows.map(
    ({ family, locks, waiting, gap }) => [family, locks, numberOrNull(waiting), gap],
  );

test('nobody waits for a family without a lock, once all keys were looked at', () => {
  expect(nowOf([node('live')])[0]).toEqual(['quiet:*', 0, 0, null]);
  expect(nowOf([node('live', { ...WHOLE, contents: 0.5 })])[0]).toEqual(['quiet:*', null, null, null]);
});

test('of a target that does not answer nothing is known now', () => {
  for (const nodes of [[], [node('live'), node('stale')], [node('down')]])
    for (const [, locks, waiting] of nowOf(nodes)) expect([locks, waiting]).toEqual([null, null]);
});

test('a family that was locked just now is a row without figures, in a range up to now alone', () => {
  const pending = nowOf([node('live')]).at(-1);
  expect(pending?.at(0)).toMatch(/^order/);
  expect([pending?.at(1), pending?.at(3)]).toEqual([1, 'pending']);
  expect(nowOf([node('live')], { toMs: report.nowMs - 600_000 })).toHaveLength(1);
  expect(nowOf([node('live')], { matched: 9 }), 'nor where the limit left some out').toHaveLength(1);
});
