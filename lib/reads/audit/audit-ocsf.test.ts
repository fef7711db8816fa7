import { describe, expect, test } from 'vitest';
import { ocsfProblems } from '../../../e2e/support/ocsf/ocsf-problems';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES } from '../../contract/action-codes';
import type { ChainedEntry } from '../../contract/audit';
import { ocsfOf, ocsfOfExport } from './audit-ocsf';

const ENTRY: ChainedEntry = {
  ...{ id: 7, atMs: 1_760_000_000_123, actor: 'Ann Kim', action: 'release', target: 'orders' },
  ...{ lockId: 'orders.0.order:7', key: 'order:7', holder: 'worker-2', reason: 'stuck', outcome: 'released' },
  details: { address: '10.8.3.14', actorIs: 'oidc', agent: 'Firefox', seen: { ttlMs: 5 } },
  hash: 'ab'.repeat(32),
};
const READER = { by: { name: 'eve', via: 'token' }, address: '10.0.0.9', agent: '' };

/** As a consumer gets it. */
const sent = (event: object) => JSON.parse(JSON.stringify(event)) as Record<string, unknown>;
const problemsOf = (change: Partial<ChainedEntry>) => ocsfProblems(sent(ocsfOf({ ...ENTRY, ...change })));

describe('an event of OCSF 1.3.0', () => {
  test.each(AUDIT_ACTIONS)('is valid for %s, whatever came of it', (action) => {
    for (const outcome of AUDIT_OUTCOMES) expect(problemsOf({ action, outcome }), outcome).toEqual([]);
  });

  test.each([
    ['nothing but what every entry has', { target: '', lockId: null, key: '', holder: null, reason: '' }],
    ['nobody', { actor: '', details: {} }],
    ['no lock', { lockId: null, key: 'order:*' }],
    ['a refusal', { outcome: 'refused', details: { code: 'changed', message: 'it changed' } }],
    ['a key that is long', { key: 'k'.repeat(4_096), lockId: `orders.0.${'k'.repeat(4_096)}` }],
    ['an action that no list has', { action: 'by hand' as 'release' }],
    ['a spooled entry', { id: -3, hash: null }],
  ] as [string, Partial<ChainedEntry>][])('is valid with %s', (_, change) => {
    expect(problemsOf(change)).toEqual([]);
  });

  test.each([
    ...['10.8.3.14', '2001:db8::1', '::1', '::ffff:10.8.3.14', 'fe80::1%eth0', '2001:db8::10.8.3.14'],
    ...['unknown', 'local', '', 'a host', '10.8.3.14, 10.8.3.15', '999.1.1.1', 'x'.repeat(300)],
  ])('is valid from the address %j', (address) => {
    expect(problemsOf({ details: { address } })).toEqual([]);
  });

  test.each([
    ['10.8.3.14', { ip: '10.8.3.14' }],
    ['::1', { ip: '::1' }],
    ['::ffff:10.8.3.14', { ip: '::ffff:10.8.3.14' }],
    ['unknown', { name: 'unknown' }],
  ])('has %s as where it is from', (address, endpoint) => {
    expect(ocsfOf({ ...ENTRY, details: { address } }).src_endpoint).toEqual(endpoint);
  });

  test('is the last one of a file too', () => {
    for (const chain of [null, { seq: 3, hash: 'ab' }]) {
      const foot = { more: false, limit: 9, chain };
      expect(ocsfProblems(sent(ocsfOfExport(foot, READER, 1_760_000_000_123)))).toEqual([]);
    }
  });
});

describe('the schema finds', () => {
  const event = sent(ocsfOf(ENTRY));
  test.each([
    ...['activity_id', 'category_uid', 'class_uid', 'type_uid', 'time', 'severity_id', 'metadata'],
    ...['actor', 'api', 'src_endpoint'],
  ])('that %s is missing', (name) => {
    const { [name]: _, ...rest } = event;
    expect(ocsfProblems(rest)).toContain(`${name} is missing`);
  });

  test.each([
    [{ activity_id: 5, type_uid: 600_305 }, 'activity_id is 5, which is not in its list'],
    [{ type_uid: 600_303 }, 'type_uid is not that of class_uid and activity_id'],
    [{ severity: 'Low' }, 'severity is Low and not Informational'],
    [{ status_id: 99, status: undefined }, 'status_id is 99 without status'],
    [{ time: '2026-01-01' }, 'time is no timestamp_t'],
    [{ time: 1.5 }, 'time is no timestamp_t'],
    [{ src_endpoint: {} }, 'src_endpoint. has none of ip'],
    [{ src_endpoint: { ip: 'a host' } }, 'src_endpoint.ip is no ip_t'],
    [{ metadata: { version: '1.3.0', product: { name: 'x' } } }, 'metadata.product.vendor_name is missing'],
    [{ api: { operation: 'x', service: {} } }, 'api.service. has none of name'],
    [{ actor: { user: {} } }, 'actor.user. has none of account'],
    [{ resources: { name: 'x' } }, 'resources is no list'],
    [{ message: null }, 'message is no string_t'],
    [{ holder: 'x' }, 'holder is unknown'],
  ])('%j', (change, problem) => {
    const found = ocsfProblems(sent({ ...event, ...change }));
    expect(
      found.some((each) => each.startsWith(problem)),
      found.join('; '),
    ).toBe(true);
  });
});
