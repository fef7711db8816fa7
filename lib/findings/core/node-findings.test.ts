import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NODE_FINDINGS } from '../../contract/finding-codes';
import type { NodeHealth, ReplicaHealth } from '../../contract/node-health';
import { LATCHES } from '../latches-pile-up';
import { nodeFindings } from './node-findings';
import type { NodeSurroundings } from './node-rule';

const MB = 1_000_000;

const NOTHING: NodeSurroundings = {
  locks: { held: 0, withoutTtl: 0 },
  takenSince: () => 0,
  replicas: [],
  inGroup: false,
  changes: { reported: 0, seen: 1 },
  polled: null,
  mixedChannels: [],
  latches: 0,
  restart: null,
  promotion: null,
  jump: null,
};

/** A primary that keeps everything, alone, with its clock right. */
function healthy(change: Partial<NodeHealth> = {}): NodeHealth {
  return {
    atMs: 1_000,
    memory: { usedBytes: MB, maxBytes: 0, policy: 'noeviction' },
    persistence: { appendOnly: true, fsync: 'always', snapshots: true },
    replication: { role: 'primary', replicas: [], minReplicas: 0, follows: null },
    clock: { skewMs: 0, errorMs: 1, sinceMs: 0 },
    unread: [],
    ...change,
  };
}

function codes(change: Partial<NodeHealth>, around: Partial<NodeSurroundings> = {}): string[] {
  const all = { ...NOTHING, locks: { held: 3, withoutTtl: 1 }, ...around };
  return nodeFindings(healthy(change), all, new Map(), 2_000).map(({ code }) => code);
}

function replica(change: Partial<ReplicaHealth>): Partial<NodeHealth> {
  const replicas = [{ address: 'r:1', state: 'online', behindBytes: 0, behindMs: 0, ...change } as const];
  return { replication: { role: 'primary', replicas, minReplicas: 1, follows: null } };
}

test('changes that are missed name the command by which the server lets them be counted, if there is one', () => {
  const changes = { reported: 1_000, seen: 0.4, counted: 0 };
  const commandFor = (countCommand: string | null) =>
    nodeFindings(healthy(), { ...NOTHING, changes, countCommand }, new Map(), 2_000)[0]?.command;
  expect(commandFor(null)).toBeNull();
  expect(commandFor('CONFIG SET notify-keyspace-events Eg$lshzxe')).toMatch(/^CONFIG SET notify/);
});

test('nothing is found on a server that is well', () => {
  expect(codes({}, { inGroup: true })).toEqual([]);
});

test('nothing is found of what is not known', () => {
  const unknown: NodeHealth = {
    atMs: 0,
    memory: { usedBytes: null, maxBytes: null, policy: null },
    persistence: { appendOnly: null, fsync: null, snapshots: null },
    replication: { role: null, replicas: null, minReplicas: null, follows: null },
    clock: null,
    unread: [],
  };
  expect(codes(unknown, { inGroup: true })).toEqual([]);
});

test('every finding has its page', () => {
  for (const code of NODE_FINDINGS)
    expect(existsSync(new URL(`../../../docs/findings/${code}.md`, import.meta.url)), code).toBe(true);
});

describe('memory', () => {
  test.each([
    ['allkeys-lru', 100 * MB, ['evictable-locks']],
    ['volatile-ttl', 100 * MB, ['evictable-locks']],
    ['noeviction', 100 * MB, []],
    ['allkeys-lru', 0, []],
  ])('%s with a limit of %i', (policy, maxBytes, found) => {
    expect(codes({ memory: { usedBytes: MB, maxBytes, policy } })).toEqual(found);
  });

  test.each([
    [90 * MB, []],
    [90 * MB + 1, ['memory-nearly-full']],
  ])('%i of 100 MB', (usedBytes, found) => {
    expect(codes({ memory: { usedBytes, maxBytes: 100 * MB, policy: 'noeviction' } })).toEqual(found);
  });

  test('its command makes room, also where the limit was set below what is used', () => {
    const memory = { usedBytes: 40 * MB, maxBytes: MB, policy: 'noeviction' };
    const [finding] = nodeFindings(healthy({ memory }), NOTHING, new Map(), 0);
    expect(Number(/maxmemory (\d+)$/.exec(finding?.command ?? '')?.[1])).toBeGreaterThan(40 * MB);
  });

  test('a policy for keys with a TTL takes no others, and without such locks it is for information', () => {
    const memory = { usedBytes: MB, maxBytes: 100 * MB, policy: 'volatile-lru' };
    const of = (held: number, withoutTtl: number) =>
      nodeFindings(healthy({ memory }), { ...NOTHING, locks: { held, withoutTtl } }, new Map(), 0)[0];
    expect(of(3, 1)).toMatchObject({ severity: 'at-risk', evidence: [{ values: { count: 2 } }] });
    expect(of(1, 1)).toMatchObject({ severity: 'info', evidence: [{ values: { count: 0 } }] });
  });
});

test.each([
  ['nothing, locks without a TTL', [false, 'everysec', false], false, 1, ['no-persistence']],
  ['nothing, leases only', [false, 'everysec', false], false, 0, []],
  ['nothing, in a group', [false, 'everysec', false], true, 0, ['no-persistence']],
  ['snapshots, in a group', [false, 'everysec', true], true, 0, ['aof-not-always']],
  ['a file every second, in a group', [true, 'everysec', false], true, 0, ['aof-not-always']],
  ['a file every second, alone', [true, 'everysec', false], false, 1, []],
  ['a file, nobody knows how, in a group', [true, null, false], true, 0, []],
  ['nobody knows about snapshots', [false, 'no', null], true, 1, []],
] as const)('what persists: %s', (_, [appendOnly, fsync, snapshots], inGroup, withoutTtl, found) => {
  const persistence = { appendOnly, fsync, snapshots };
  expect(codes({ persistence }, { inGroup, locks: { held: 3, withoutTtl } })).toEqual(found);
});

test.each([
  ['in step', {}, []],
  ['behind for 5 s', { behindBytes: 1, behindMs: 5_000 }, ['replica-lags']],
  ['behind for less', { behindBytes: 9_999_999, behindMs: 4_999 }, []],
  ['copying for long', { state: 'syncing', behindMs: 6_000 }, ['replica-lags']],
  ['gone just now', { state: 'gone', behindMs: 0 }, ['replica-lags']],
] as const)('a replica that is %s', (_, change, found) => {
  expect(codes(replica(change))).toEqual(found);
});

test.each([
  [0, 1, ['writes-unreplicated']],
  [1, 1, []],
  [0, 0, []],
  [null, 1, []],
] as const)('min-replicas-to-write %s with %i replicas', (minReplicas, count, found) => {
  const replicas = Array.from({ length: count }, () => replica({}).replication?.replicas ?? []).flat();
  expect(codes({ replication: { role: 'primary', replicas, minReplicas, follows: null } })).toEqual(found);
});

test.each([
  [501, 0, ['clock-skew']],
  [-501, 0, ['clock-skew']],
  [520, 20, []],
  [3_000, 2_600, []],
])('a skew of %i ms known to %i ms', (skewMs, errorMs, found) => {
  expect(codes({ clock: { skewMs, errorMs, sinceMs: 0 } })).toEqual(found);
});

test('latches are many from a number on', () => {
  expect(codes({}, { latches: LATCHES - 1 })).toEqual([]);
  expect(codes({}, { latches: LATCHES })).toEqual(['latches-pile-up']);
});

test('at most ten keys of a restart are told, and how many there were', () => {
  const keys = Array.from({ length: 12 }, (_, i) => `lock:${i}`);
  const restart = { atMs: 500, count: 12, keys };
  const [finding] = nodeFindings(healthy(), { ...NOTHING, restart }, new Map(), 2_000);
  expect(finding).toMatchObject({ code: 'restarted-under-locks', severity: 'lost', sinceMs: 500 });
  expect(finding?.evidence).toHaveLength(11);
  expect(finding?.evidence[0]?.values).toEqual({ count: 12 });
});

test('a failover that lost nothing is told for information, and one that did is as grave as a lost lock', () => {
  const promotion = { atMs: 500, from: 'a:1', count: 0, keys: [], kept: 2 };
  const of = (change: object) =>
    nodeFindings(healthy(), { ...NOTHING, promotion: { ...promotion, ...change } }, new Map(), 2_000)[0];
  expect(of({})).toMatchObject({ code: 'promoted', severity: 'info', sinceMs: 500 });
  expect(of({})?.evidence.map(({ code }) => code)).toEqual(['promoted-from', 'locks-kept']);
  const lost = of({ count: 1, keys: ['lock:1'] });
  expect(lost?.severity).toBe('lost');
  expect(lost?.evidence.map(({ code }) => code)).toContain('lock-vanished');
});

test('a replica that is late is told with the locks that were taken since it last had everything', () => {
  const takenSince = (atMs: number) => (atMs === 1_000 - 6_000 ? 2 : 99);
  const late = healthy(replica({ behindBytes: 10, behindMs: 6_000 }));
  const of = (around: Partial<NodeSurroundings>) =>
    nodeFindings(late, { ...NOTHING, ...around }, new Map(), 2_000)[0]?.evidence.map(({ code, values }) => [
      code,
      values.count,
    ]);
  expect(of({ takenSince })).toEqual([
    ['replica-behind', undefined],
    ['locks-newer', 2],
  ]);
  expect(of({})).toEqual([['replica-behind', undefined]]);
});
