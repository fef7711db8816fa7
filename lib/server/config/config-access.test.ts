import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { accessOf, hostOf, isOwnHost } from './config-access';

describe('the address to listen on', () => {
  test.each(['127.0.0.1', '127.8.9.1', 'localhost', '::1'])('%s is of this machine alone', (host) => {
    expect(hostOf({ LOCKSCOPE_HOST: host }, false)).toBe(host);
    expect(accessOf(host, undefined).network).toBe(false);
  });

  test('is 127.0.0.1 unless it is named', () => expect(hostOf({}, false)).toBe('127.0.0.1'));

  test.each(['0.0.0.0', '::', '10.0.0.5', 'locks.corp', '127.evil.example', '::ffff:10.0.0.5'])(
    '%s is refused where nobody signs in, and no switch lets it',
    (host) => {
      const env = { LOCKSCOPE_HOST: host };
      expect(() => hostOf(env, false)).toThrow('LOCKSCOPE_HOST is an address that others reach');
      const switched = { ...env, LOCKSCOPE_ALLOW_ANONYMOUS: 'yes' };
      expect(() => hostOf(switched, false)).toThrow('LOCKSCOPE_ALLOW_ANONYMOUS lets nobody in');
      expect(hostOf(env, true)).toBe(host);
      expect(accessOf(host, undefined).network).toBe(true);
    },
  );

  test.each([
    '999.1.1.1',
    '1.2.3',
    '127.0.0.256',
    '[::1]',
    'a b',
    'http://x',
    '-x',

    ''.padEnd(300, 'a'),
  ])('%j cannot exist', (host) => {
    expect(() => hostOf({ LOCKSCOPE_HOST: host }, true)).toThrow('LOCKSCOPE_HOST must be');
  });
});

describe('the host name', () => {
  const own = accessOf('127.0.0.1', 'Locks.corp, ');
  const open = accessOf('0.0.0.0', 'locks.corp', ['http://console-1:3000', null]);

  test.each(['localhost:3000', '127.0.0.1', '[::1]:3000', 'LOCALHOST', 'locks.corp:443'])(
    '%s is ours',
    (host) => {
      expect(isOwnHost(own, host)).toBe(true);
    },
  );

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io:3000', '10.0.0.5', ''])(
    '%s is not',
    (host) => expect(isOwnHost(own, host)).toBe(false),
  );

  test.each(['10.0.0.5:3000', '[fe80::1]:3000', 'locks.corp', 'console-1:3000', hostname()])(
    '%s is one of a console that others reach',
    (host) => expect(isOwnHost(open, host)).toBe(true),
  );

  test.each(['evil.example', '10.0.0.5.nip.io:3000', ''])('%s is none, even there', (host) => {
    expect(isOwnHost(open, host)).toBe(false);
  });
});
