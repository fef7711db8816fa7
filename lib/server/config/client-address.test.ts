import { describe, expect, test } from 'vitest';
import { PEER } from '../front/peer';
import { clientAddress, networkOf, proxiesOf } from './client-address';

function from(peer: string | null, forwarded?: string): Request {
  return new Request('http://localhost/', {
    headers: { ...(peer !== null && { [PEER]: peer }), ...(forwarded && { 'x-forwarded-for': forwarded }) },
  });
}

describe('the address of a client', () => {
  const proxies = proxiesOf('10.0.0.7, 10.1.0.0/16, fd00::/8');
  test.each([
    ['is that of the connection', '192.0.2.1', undefined, '192.0.2.1'],
    ['is not what the client itself writes', '192.0.2.1', '6.6.6.6', '192.0.2.1'],
    ['is what a configured proxy writes', '10.0.0.7', '192.0.2.1', '192.0.2.1'],
    ['is not what a client wrote before the proxy', '10.0.0.7', '6.6.6.6, 192.0.2.1', '192.0.2.1'],
    ['goes through several configured proxies', '10.0.0.7', '192.0.2.1, 10.1.2.3', '192.0.2.1'],
    ['is of a network of version 6 as well', 'fd00::1', '2001:db8::1', '2001:db8::1'],
    ['is plain', '::ffff:10.0.0.7', '::ffff:192.0.2.1', '192.0.2.1'],
    ['is that of the proxy where it writes none', '10.0.0.7', '<script>', '10.0.0.7'],
    ['is unknown without the front', null, '6.6.6.6', 'unknown'],
  ])('%s', (_, peer, forwarded, address) => {
    expect(clientAddress(from(peer, forwarded), proxies)).toBe(address);
  });

  test('no proxy is trusted unless it is configured', () => {
    expect(clientAddress(from('127.0.0.1', '6.6.6.6'), proxiesOf(undefined))).toBe('127.0.0.1');
  });

  test.each(['proxy', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/x', '*'])('%s is no proxy', (text) => {
    expect(() => proxiesOf(text)).toThrow(/LOCKSCOPE_TRUSTED_PROXIES/);
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['unknown', 'unknown'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
