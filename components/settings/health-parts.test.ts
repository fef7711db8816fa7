import { describe, expect, test } from 'vitest';
import type { AuditChain } from '@/lib/contract/audit';
import type { HistoryStatus } from '@/lib/contract/history/history';
import type { NodeStatus } from '@/lib/contract/nodes';
import type { ConsoleHealth } from '@/lib/contract/settings';
import { type HealthPart, healthPartsOf } from './health-parts';

const CONSOLE: ConsoleHealth = {
  ...{ role: 'all', peers: null, streams: 0 },
  process: { startedAtMs: 0, node: 'v24', memoryBytes: 1, heapBytes: 1 },
};
const NONE = { spans: 0, waits: 0, events: 0, rollups: 0 };
const status = (change: Partial<HistoryStatus> = {}) =>
  ({ kind: 'sqlite', problem: null, queued: 0, dropped: NONE, writtenAtMs: 1, ...change }) as HistoryStatus;
const chain = (broken: AuditChain['broken']) => ({ broken, uncovered: null }) as AuditChain;
const known = { nodes: null, history: null, chain: null, console: CONSOLE };
const stateOf = (parts: readonly HealthPart[], part: HealthPart['part']) =>
  parts.filter((each) => each.part === part).map(({ state }) => state);

test('what is not known is unknown, never well', () => {
  const parts = healthPartsOf(known);
  expect(parts.map(({ part, state }) => [part, state])).toEqual([
    ['recorder', 'unknown'],
    ['archive', 'unknown'],
    ['audit', 'unknown'],
    ['console', 'plain'],
    ['streams', 'plain'],
    ['process', 'plain'],
  ]);
});

describe('the recorder', () => {
  test.each([
    ['nothing was written yet', { writtenAtMs: null }, 'unknown'],
    ['it is written', {}, 'well'],
    ['many batches wait', { queued: 6 }, 'waiting'],
    ['rows were dropped', { dropped: { ...NONE, rollups: 1 } }, 'trouble'],
  ])('%s', (_, change, state) => {
    expect(stateOf(healthPartsOf({ ...known, history: status(change) }), 'recorder')).toEqual([state]);
  });
});

test('an archive with a problem, and a broken chain, are trouble', () => {
  const history = status({ problem: { sinceMs: 1, message: 'disk full' } });
  const broken = { seq: 1, entry: 1, fault: 'changed' } as const;
  const parts = healthPartsOf({ ...known, history, chain: chain(broken) });
  expect([...stateOf(parts, 'archive'), ...stateOf(parts, 'audit')]).toEqual(['trouble', 'trouble']);
  expect(stateOf(healthPartsOf({ ...known, chain: chain(null) }), 'audit')).toEqual(['well']);
  const gap = { ...chain(null), uncovered: { entries: 2, range: null } };
  expect(stateOf(healthPartsOf({ ...known, chain: gap }), 'audit')).toEqual(['trouble']);
});

test('a collector is well while its node answers', () => {
  const nodes = (['live', 'connecting', 'stale', 'down'] as const).map((state) => ({ state }) as NodeStatus);
  expect(stateOf(healthPartsOf({ ...known, nodes }), 'collector')).toEqual([
    ...['well', 'unknown', 'trouble', 'trouble'],
  ]);
});

test('a target that no console collects is trouble; one whose owner is not known is not', () => {
  const peers = [
    { target: 'a', collectedBy: { url: 'http://a', self: true }, problem: null },
    { target: 'b', collectedBy: null, problem: null },
    { target: 'c', collectedBy: null, problem: 'ECONNREFUSED' },
  ];
  const parts = healthPartsOf({ ...known, console: { ...CONSOLE, peers } });
  expect(stateOf(parts, 'peer')).toEqual(['well', 'trouble', 'unknown']);
});
