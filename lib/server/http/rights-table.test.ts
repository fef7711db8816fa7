import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ENDPOINT_KEY as KEY,
  endpointRequest as requestOf,
  type Where,
} from '../../../e2e/support/endpoint-request';
import { type TwoTargets, twoTargets } from '../../../e2e/support/two-targets';
import type { EndpointKey } from '../../contract/endpoint-types';
import { ENDPOINTS } from '../../contract/endpoints';
import { RIGHTS, type Right } from '../../contract/rights';
import { isConsoleError } from '../../domain/values/errors';
import { hashPassword } from '../access/password';
import { PEER } from '../front/peer';
import { answered } from './answered';

/** `own` = a sign-in of any kind: it is of the caller's own account. */
type Needed = Right | 'open' | 'own';

/**
 * What each endpoint needs, written down a second time, by hand: what the contract says by mistake is not right by being
 * there. A new endpoint does not compile without a row.
 */
const NEEDS: Record<EndpointKey, Needed> = {
  'GET /api/locks': 'view',
  'GET /api/locks/{id}': 'view',
  'POST /api/locks/{id}/preview': 'preview',
  'POST /api/locks/{id}/release': 'release',
  'POST /api/locks/{id}/extend': 'extend',
  'POST /api/locks/{id}/quarantine': 'quarantine',
  'POST /api/locks/{id}/ask': 'preview',
  'GET /api/requests': 'view',
  'GET /api/requests/{id}': 'view',
  'POST /api/requests/{id}/approve': 'view',
  'POST /api/requests/{id}/decline': 'view',
  'POST /api/requests/{id}/withdraw': 'view',
  'POST /api/bulk/preview': 'preview',
  'POST /api/bulk/release': 'bulk',
  'POST /api/locks/{id}/xray': 'xray',
  'GET /api/families': 'view',
  'GET /api/holders': 'view',
  'GET /api/holders/{id}': 'view',
  'GET /api/graph': 'view',
  'GET /api/overview': 'view',
  'GET /api/nodes': 'view',
  'GET /api/findings': 'view',
  'GET /api/silences': 'view',
  'POST /api/silences': 'silence',
  'DELETE /api/silences/{id}': 'silence',
  'GET /api/possible': 'view',
  'POST /api/possible/{id}': 'silence',
  'GET /api/audit': 'audit',
  'GET /api/audit/chain': 'audit',
  'GET /api/audit/export': 'audit',
  'GET /api/search': 'view',
  'GET /api/events': 'view',
  'GET /api/history/series': 'view',
  'GET /api/history/debt': 'view',
  'GET /api/history/families': 'view',
  'GET /api/history/horizon': 'view',
  'GET /api/history/timeline': 'view',
  'GET /api/history/marks': 'view',
  'GET /api/history/moment': 'view',
  'GET /api/history/moment/{id}': 'view',
  'GET /api/history/blockers': 'view',
  'GET /api/history/ledger': 'view',
  'GET /api/history/what-if': 'view',
  'GET /api/history/status': 'view',
  'GET /api/history/handover': 'view',
  'GET /api/insights': 'view',
  'POST /api/annotations': 'annotate',
  'GET /api/session': 'open',
  'POST /api/session': 'open',
  'DELETE /api/session': 'open',
  'POST /api/session/challenge': 'open',
  'POST /api/session/passkey': 'open',
  'POST /api/session/step-up': 'own',
  'GET /api/session/passkeys': 'own',
  'POST /api/session/passkeys': 'own',
  'DELETE /api/session/passkeys/{id}': 'own',
  'GET /api/session/provider': 'open',
  'GET /api/session/callback': 'open',
  'POST /api/session/back-channel': 'open',
  'GET /api/accounts': 'admin',
  'POST /api/tokens': 'admin',
  'DELETE /api/tokens/{id}': 'admin',
  'DELETE /api/sessions/{id}': 'admin',
  'GET /api/settings': 'admin',
  'POST /api/targets/{id}/test': 'admin',
  ...{ 'POST /api/targets/test': 'admin', 'POST /api/targets': 'admin', 'POST /api/sample-data': 'admin' },
  ...{ 'GET /api/docs': 'view', 'GET /api/docs/{id}': 'view' },
  'GET /api/openapi.json': 'view',
  'GET /api/config-schema': 'view',
  ...{ 'GET /api/consoles/{id}': 'peer', 'POST /api/consoles/{id}': 'peer' },
  'GET /metrics': 'metrics',
};

/** Rights that give another one besides themselves. */
const GIVES: Partial<Record<Right, readonly Right[]>> = {
  preview: ['view'],
  extend: ['preview', 'view'],
  release: ['preview', 'view'],
  quarantine: ['preview', 'view'],
  bulk: ['preview', 'view'],
  xray: ['view'],
  silence: ['view'],
  admin: RIGHTS.filter((right) => right !== 'peer'),
};
const isOfNoRight = (needed: Needed) => needed === 'open' || needed === 'own';
const has = (given: Right, needed: Needed) =>
  isOfNoRight(needed) || given === needed || (GIVES[given]?.includes(needed as Right) ?? false);

const LEAVE: EndpointKey = 'DELETE /api/session';

let two: TwoTargets;

beforeAll(async () => {
  const roles = RIGHTS.map((right) => ({
    name: right,
    groups: [right],
    allow: [{ rights: [right], targets: ['own'] }],
  }));
  const nothing = { name: 'everybody', allow: [{ rights: ['peer'], targets: ['none'] }] };
  two = await twoTargets({
    local: true,
    proxy: { userHeader: 'x-user', groupsHeader: 'x-groups', from: ['10.9.0.1'] },
    roles: [...roles, nothing],
  });
  await Promise.all([two.own, two.other].map((redis) => redis.set(KEY, 'c41f'.repeat(8), 'PX', 600_000)));
  for (const name of ['own', 'other']) await two.runtime.watched(name).collector.refresh([KEY]);
});
afterAll(() => two.close());

/** Whether a caller with these headers is refused for want of a right, or of a sign-in. */
async function isRefused(key: EndpointKey, where: Where, headers: Record<string, string>): Promise<boolean> {
  const { request, id } = requestOf(key, where, headers);
  try {
    const response = await answered(two.runtime, key, request, id);
    await response.body?.cancel();
    return false;
  } catch (error) {
    if (!isConsoleError(error)) throw error;
    const { code, message, details } = error;
    if (code === 'not-signed-in') return true;
    if (code === 'denied') return details.right !== undefined || NEEDS[key] === 'peer';
    return (
      (code === 'not-found' && message === 'There is no lock of this id.') ||
      (code === 'invalid-argument' && message.startsWith('There is no target called'))
    );
  }
}

/** Endpoints that are of no target: what is right on one is right on them. */
const OF_NO_TARGET = new Set<EndpointKey>([
  'GET /api/holders/{id}',
  'GET /api/nodes',
  'GET /api/search',
  'GET /api/events',
  'GET /api/history/status',
  'DELETE /api/silences/{id}',
  'POST /api/bulk/preview',
  'GET /api/requests',
  'GET /api/requests/{id}',
  'POST /api/requests/{id}/approve',
  'POST /api/requests/{id}/decline',
  'POST /api/requests/{id}/withdraw',
  'GET /api/audit',
  'GET /api/audit/chain',
  'GET /api/audit/export',
  ...(['GET /api/docs', 'GET /api/docs/{id}'] as const),
  'GET /api/openapi.json',
  'GET /api/config-schema',
]);

/** Endpoints that are of every target: a right on one of them is not enough. */
const OF_EVERY_TARGET = new Set<EndpointKey>([
  'GET /api/accounts',
  'POST /api/tokens',
  'DELETE /api/tokens/{id}',
  'DELETE /api/sessions/{id}',
  'GET /api/settings',
  'POST /api/targets/{id}/test',
  ...(['POST /api/targets/test', 'POST /api/targets', 'POST /api/sample-data'] as const),
  'GET /metrics',
]);

/** What is done to each lock takes its own right besides. */
const BESIDES: Partial<Record<EndpointKey, Right>> = {
  'POST /api/bulk/release': 'release',
  'POST /api/locks/{id}/ask': 'release',
};

/** Signing out comes last: it ends what all others are asked with. */
const KEYS = (Object.keys(NEEDS) as EndpointKey[]).sort((a, b) => Number(a === LEAVE) - Number(b === LEAVE));

test('the contract asks what the table says', () => {
  expect(Object.fromEntries(KEYS.map((key) => [key, ENDPOINTS[key].right]))).toEqual(NEEDS);
});

describe.each(['token', 'session', 'proxy'] as const)('with a %s', (way) => {
  test.each(RIGHTS)('that gives %s on one target', async (right) => {
    const headers = await headersFor(way, right);
    const wrong: string[] = [];
    for (const key of KEYS)
      for (const where of ['own', 'other'] as const) {
        const needed = NEEDS[key];
        const somewhere = where === 'own' || isOfNoRight(needed) || OF_NO_TARGET.has(key);
        // Another console names itself in a way of its own, which no right of a person replaces.
        const allowed =
          needed !== 'peer' &&
          somewhere &&
          !OF_EVERY_TARGET.has(key) &&
          [needed, BESIDES[key] ?? needed].every((each) => has(right, each));
        if ((await isRefused(key, where, headers)) === allowed)
          wrong.push(`${key} on ${where}: ${allowed ? 'refused' : 'let in'}`);
      }
    expect(wrong).toEqual([]);
  });
});

test('many locks are released with both rights on each of them, and with one that is not on all of nothing', async () => {
  const token = await two.tokenWith([{ rights: ['bulk', 'release'], targets: ['own'], keys: ['*'] }]);
  const headers = { authorization: `Bearer ${token}` };
  expect(await isRefused('POST /api/bulk/release', 'own', headers)).toBe(false);
  expect(await isRefused('POST /api/bulk/release', 'other', headers)).toBe(true);
  const apart = await two.tokenWith([
    { rights: ['bulk'], targets: ['own'], keys: ['*'] },
    { rights: ['release'], targets: ['own'], keys: ['payout:*'] },
  ]);
  const other = { authorization: `Bearer ${apart}` };
  expect(await isRefused('POST /api/bulk/release', 'own', other)).toBe(true);
});

test.each([
  ['nobody who signed in', {}],
  ['a token that is none', { authorization: 'Bearer lsk_none' }],
  ['a session that is none', { cookie: `lockscope_session=${'A'.repeat(43)}` }],
  ['proxy headers of somebody else', { 'x-user': 'mk', 'x-groups': 'admin', [PEER]: '10.9.0.2' }],
  ['a secret of another console', { authorization: 'Bearer guessed' }],
])('%s may do nothing but sign in', async (_, headers) => {
  for (const key of KEYS)
    for (const where of ['own', 'other'] as const)
      expect([key, await isRefused(key, where, headers as Record<string, string>)]).toEqual([
        key,
        NEEDS[key] !== 'open',
      ]);
});

async function headersFor(way: 'token' | 'session' | 'proxy', right: Right): Promise<Record<string, string>> {
  const origin = { origin: 'http://console', host: 'console' };
  if (way === 'proxy') return { ...origin, 'x-user': 'mk', 'x-groups': right, [PEER]: '10.9.0.1' };
  if (way === 'token')
    return {
      authorization: `Bearer ${await two.tokenWith([{ rights: [right], targets: ['own'], keys: ['*'] }])}`,
    };
  const { accounts } = two.runtime.access;
  const password = 'correct horse battery';
  const name = `user-${right}`;
  await accounts.addUser({ name, password: await hashPassword(password), groups: [right] });
  const { sessionId } = await two.runtime.access.withPassword({ name, password, address: right, agent: '' });
  return { ...origin, cookie: `lockscope_session=${sessionId}` };
}
