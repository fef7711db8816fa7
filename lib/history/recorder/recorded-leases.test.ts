import { expect, test } from 'vitest';
import type { SpanWrite } from '../database/batch';
import { recordedLeases } from './recorded-leases';

const NOW = 1_790_000_000_000;
const span = (of: Partial<SpanWrite> = {}): SpanWrite => ({
  ...{ uid: 'span:1', lock: 'test.0.order', target: 'test', holder: null, holder_ref: null, token: 'a:1' },
  ...{ mode: 'exclusive', from_ms: NOW - 10_000, from_known: 'seen', to_ms: null, ended: null },
  ...{ ended_by: null, lease_ms: 30_000, no_ttl: 0, renewals: 0, extensions: 0, hold_count: 1 },
  ...{ waiters_max: 0, waiter_ms: 0, fencing: null, verdict: null, overrun_ms: null },
  ...of,
});
const leasesOf = (...spans: SpanWrite[]) => [...recordedLeases({ spans }, NOW)];

test('a hold that was seen to begin has the lease that it began with', () => {
  expect(leasesOf(span())).toEqual([
    ['test.0.order', { token: 'a:1', fromMs: NOW - 10_000, leaseMs: 30_000 }],
  ]);
});

test.each<[string, Partial<SpanWrite>]>([
  ['was there when it was first seen', { from_known: 'at-least' }],
  ['began at some time before', { from_known: 'at-most' }],
  ['was renewed', { renewals: 1 }],
  ['was extended', { extensions: 1 }],
  ['had no TTL for a while', { no_ttl: 1 }],
  ['has no lease', { lease_ms: null }],
  ['has a lease that is over', { lease_ms: 9_000 }],
  ['has no token', { token: '' }],
  ['has a token that may be cut', { token: 'a'.repeat(128) }],
  ['is one of several readers', { mode: 'read' }],
])('one that %s has none', (_, of) => {
  expect(leasesOf(span(of))).toEqual([]);
});

test('of a lock that several have none is taken', () => {
  expect(leasesOf(span(), span({ uid: 'span:2', token: 'b:1' }))).toEqual([]);
});
