import { expect, test } from 'vitest';
import type { XrayClient } from '@/lib/contract/xray';
import { noCounts } from '@/lib/domain/actions/xray';
import { didOf, xrayRowsOf } from './xray-figures';

function client(address: string, more: Partial<XrayClient> = {}): XrayClient {
  return {
    address,
    connected: true,
    name: null,
    library: null,
    user: null,
    ageMs: null,
    counts: { ...noCounts(), tries: 1 },
    scripts: [],
    firstMs: 10,
    lastMs: 10,
    ...more,
  };
}

test('connections of one host that had left are one row, and those that are there are not', () => {
  const gone = { connected: false };
  const rows = xrayRowsOf([
    client('10.0.0.1:1'),
    client('10.0.0.1:2', { ...gone, firstMs: 5, scripts: ['b'] }),
    client('10.0.0.2:1', gone),
    client('10.0.0.1:3', { ...gone, lastMs: 90, scripts: ['a', 'b'] }),
  ]);
  expect(rows.map(({ client: { address }, connections }) => [address, connections])).toEqual([
    ['10.0.0.1:1', 1],
    ['10.0.0.1', 2],
    ['10.0.0.2:1', 1],
  ]);
  expect(rows[1]?.client).toMatchObject({
    firstMs: 5,
    lastMs: 90,
    scripts: ['a', 'b'],
    counts: { tries: 2 },
  });
});

test('of whom the server does not say whether it is there, nothing is put together', () => {
  const unknown = { connected: null };
  expect(xrayRowsOf([client('10.0.0.1:1', unknown), client('10.0.0.1:2', unknown)])).toHaveLength(2);
});

test('what was not done is not told', () => {
  expect(didOf(client('h:1', { counts: { ...noCounts(), renews: 2, reads: 1 } }))).toEqual([
    { verb: 'renews', count: 2 },
    { verb: 'reads', count: 1 },
  ]);
});
