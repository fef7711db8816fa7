import { describe, expect, test } from 'vitest';
import type { NodeStatus } from '@/lib/contract/nodes';
import type { ServerTest, TestedRight } from '@/lib/contract/settings';
import { rightLinesOf, selfVerdictOf, serverGroupsOf, testVerdictOf } from './test-summary';

const right = (command: string, change: Partial<TestedRight> = {}): TestedRight => ({
  ...{ command, costs: 'every-lock', needed: 'see', is: 'allowed' },
  ...change,
});
const server = (change: Partial<ServerTest> = {}): ServerTest => ({
  ...{ role: 'server', address: 'h:1', user: 'default', encrypted: false, tls: null, reached: true },
  ...{ problem: null, server: null, pingMs: 1, rights: [right('TYPE')], everyKey: true, grant: null },
  ...change,
});
const denied = right('EVAL', { is: 'denied', costs: 'acts', needed: 'act' });
const problem = { code: 'refused', message: 'ECONNREFUSED', settings: ['url'], from: null } as const;
const away = server({
  reached: false,
  problem: { ...problem, settings: ['url'] },
  rights: null,
  everyKey: null,
});

describe('the verdict of a test', () => {
  test.each([
    ['every right on every server', [server(), server()], { is: 'all' }],
    [
      'a right that two servers lack is one right',
      [denied, denied].map((each) => server({ rights: [each] })),
      { is: 'missing', count: 1 },
    ],
    [
      'a server that is away weighs more',
      [server({ rights: [denied] }), away],
      { is: 'unreached', count: 1, total: 2 },
    ],
    [
      'one that answers and cannot be used is no server either',
      [server({ problem: away.problem })],
      { is: 'unreached', count: 1, total: 1 },
    ],
    ['keys that are out of reach', [server({ everyKey: false })], { is: 'keys' }],
    ['a sentinel has no rights to lack', [server({ rights: null, everyKey: null })], { is: 'all' }],
  ])('%s', (_, servers, verdict) => expect(testVerdictOf({ servers })).toEqual(verdict));
});

describe('the verdict of the collector', () => {
  const node = (state: NodeStatus['state'], missingRights: NodeStatus['missingRights']) =>
    ({ state, missingRights }) as NodeStatus;
  const missing = [{ command: 'EVAL', costs: 'acts' as const }];
  test.each([
    ['no node is known', [], { is: 'unknown' }],
    ['one was not tried yet', [node('live', []), node('live', null)], { is: 'unknown' }],
    ['one connects still', [node('connecting', null)], { is: 'unknown' }],
    ['one is down', [node('live', []), node('down', null)], { is: 'unreached', count: 1, total: 2 }],
    [
      'a right is missing on both',
      [node('live', missing), node('live', missing)],
      { is: 'missing', count: 1 },
    ],
    ['nothing is missing', [node('live', [])], { is: 'all' }],
  ])('%s', (_, nodes, verdict) => expect(selfVerdictOf(nodes)).toEqual(verdict));
});

test('servers with the same rights and the same cure are one group', () => {
  const bad = { rights: [denied], grant: 'ACL SETUSER x +eval' };
  const groups = serverGroupsOf([
    server(),
    server({ ...bad, address: 'h:2' }),
    server({ address: 'h:3' }),
    away,
  ]);
  expect(groups.map(({ servers, grant }) => [servers.length, grant])).toEqual([
    [2, null],
    [1, 'ACL SETUSER x +eval'],
    [1, null],
  ]);
});

test('a replica is with its primary, unless it or the primary lacks something', () => {
  const [reads, acts] = [[right('TYPE')], [right('TYPE'), right('DEL', { needed: 'act', costs: 'acts' })]];
  const replica = server({ role: 'replica', address: 'h:2', rights: reads });
  expect(serverGroupsOf([replica, server({ rights: acts })])).toMatchObject([
    { rights: acts, servers: [{ role: 'replica' }, { role: 'server' }] },
  ]);
  const lacking = server({ rights: [right('TYPE'), denied], grant: 'ACL SETUSER x +eval' });
  expect(serverGroupsOf([lacking, replica])).toHaveLength(2);
});

test('rights are lines by what they are needed for: the denied ones by what they cost', () => {
  const lines = rightLinesOf([
    right('EVAL', { needed: 'act', costs: 'acts', is: 'denied' }),
    right('PUBLISH', { needed: 'act', costs: 'wake-ups', is: 'denied' }),
    right('EVALSHA', { needed: 'act', costs: 'acts', is: 'denied' }),
    right('DEL', { needed: 'act', costs: 'acts' }),
    right('GET', { needed: 'optional', costs: 'heartbeats' }),
    right('INFO', { needed: 'optional', costs: 'facts' }),
    right('EVAL_RO', { needed: 'optional', costs: 'more-commands', is: 'absent' }),
    right('SCAN', { costs: 'discovery' }),
  ]);
  expect(lines.map(({ needed, is, commands }) => [needed, is, commands.join(' ')])).toEqual([
    ['see', 'allowed', 'SCAN'],
    ['optional', 'allowed', 'GET INFO'],
    ['optional', 'absent', 'EVAL_RO'],
    ['act', 'allowed', 'DEL'],
    ['act', 'denied', 'EVAL EVALSHA'],
    ['act', 'denied', 'PUBLISH'],
  ]);
});
