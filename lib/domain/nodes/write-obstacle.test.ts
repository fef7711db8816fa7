import { expect, test } from 'vitest';
import { lockOf } from '../../../e2e/support/a-lock';
import { aNode } from '../../../e2e/support/a-node';
import type { NodeHealth } from '../../contract/node-health';
import type { NodeStatus } from '../../contract/nodes';
import { writeObstacles } from './write-obstacle';

const MEMORY = { usedBytes: 20, maxBytes: 10, policy: 'noeviction' };
const lock = lockOf('order');

function said(
  memory: Partial<NodeHealth['memory']>,
  change: Partial<NodeStatus> = {},
  role: 'primary' | 'replica' = 'primary',
) {
  const health = {
    ...{ atMs: 7, memory: { ...MEMORY, ...memory }, unread: [], clock: null },
    persistence: { appendOnly: null, fsync: null, snapshots: null },
    replication: { role, replicas: null, minReplicas: null, follows: null },
  };
  const node = aNode({ target: lock.target, node: lock.node, state: 'live', health, ...change });
  return writeObstacles(lock, [node]).map(({ code, atMs }) => `${code} ${atMs}`);
}

test('a server over its limit that evicts nothing, and a replica, refuse writes', () => {
  expect(said({})).toEqual(['full 7']);
  expect(said({}, {}, 'replica')).toEqual(['replica 7']);
});

test('a server that has room, evicts, has no limit or does not say refuses none that is known', () => {
  for (const memory of [
    { usedBytes: 9 },
    { policy: 'allkeys-lru' },
    { maxBytes: 0 },
    { usedBytes: null },
    { policy: null },
  ])
    expect(said(memory)).toEqual([]);
  expect(said({}, { health: null })).toEqual([]);
});

test('another server, and one that does not answer, says nothing of this lock', () => {
  expect(said({}, { node: 'other:1' })).toEqual([]);
  expect(said({}, { target: 'other' })).toEqual([]);
  expect(said({}, { state: 'stale' })).toEqual([]);
});
