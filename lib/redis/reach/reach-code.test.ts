import { expect, test } from 'vitest';
import { connectionFailure } from './connection-problem';
import { reachCodeOf } from './reach-code';

test.each([
  ['WRONGPASS invalid username-password pair or user is disabled.', '', 'wrong-password'],
  ['Ready check failed: NOAUTH Authentication required.', '', 'no-password'],
  ['Protocol error, got "H" as reply type byte. Please report this.', '', 'not-redis'],
  ['Protocol error, got "\\u0015" as reply type byte. Please report this.', '', 'wants-tls'],
  ['Unknown RESP type 83 "S". Please report this.', '', 'not-redis'],
  ['Unknown RESP type 21 "\u0015". Please report this.', '', 'wants-tls'],
  ['LOADING Redis is loading the dataset in memory', '', 'loading'],
  ['BUSY Redis is busy running a script.', '', 'busy'],
  ['no answer for 2.4 s', '', 'silent'],
  ['the connection was closed', '', 'closed'],
  ['', 'ECONNREFUSED', 'refused'],
  ['who knows', '', 'other'],
])('%s%s is %s', (message, code, expected) => {
  expect(reachCodeOf(message, code)).toBe(expected);
});

const SECRET = 'p@ss"word';
const url = `redis://:${encodeURIComponent(SECRET)}@h:6379`;

test('a server that repeats the password in its error, in whatever form, has it taken out', () => {
  const forms = [SECRET, encodeURIComponent(SECRET), JSON.stringify(SECRET)];
  const error = new Error(`ERR unknown command ${forms.join(' ')}`);
  expect(connectionFailure(error, { url, tls: null }).message).toBe('ERR unknown command *** *** "***"');
  const sentinel = { urls: ['redis://:of-sentinels@s'], primary: 'main' };
  const asked = new Error('ERR of-sentinels');
  expect(connectionFailure(asked, { url: 'redis://h', tls: null, sentinel }).message).toBe('ERR ***');
});

test('the code does not depend on the password, and the text has an end', () => {
  const failure = connectionFailure(new Error(`WRONGPASS ${'x'.repeat(1_000)}`), {
    url: 'redis://:W@h',
    tls: null,
  });
  expect(failure.code).toBe('wrong-password');
  expect(failure.message.length).toBeLessThan(302);
});
