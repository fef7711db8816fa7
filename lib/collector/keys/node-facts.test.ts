import { expect, test } from 'vitest';
import { infoOf, serverOf } from './node-facts';

test.each([
  [
    'a fork that keeps the version of Redis it is compatible with',
    'redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:9.1.2\r\n',
    'Valkey 9.1.2',
  ],
  [
    'one whose version begins with its name',
    'redis_version:7.4.0\r\ndragonfly_version:df-v1.31.0\r\n',
    'Dragonfly 1.31.0',
  ],
  ['one with a plain version', 'redis_version:6.3.4\r\nkeydb_version:6.3.4\r\n', 'KeyDB 6.3.4'],
  ['Redis itself', '# Server\r\nredis_version:7.0.15\r\n', 'Redis 7.0.15'],
])('%s is called as it calls itself', (_, info, expected) => {
  const server = serverOf(infoOf(info));
  expect(`${server?.name} ${server?.version}`).toBe(expected);
});

test('a server that says no version has no name', () => {
  expect(serverOf(infoOf('', null))).toBeNull();
});
