import { expect, test } from 'vitest';
import { signInOf } from '../../config/config-sign-in';
import { relyingPartyOf } from './relying-party';

const ELSEWHERE = { id: 'locks.example.com', origins: ['https://locks.example.com'] };

test.each([
  ['localhost:3000', null, { id: 'localhost', origins: ['https://localhost:3000', 'http://localhost:3000'] }],
  ['locks.example.com', null, { id: 'locks.example.com', origins: ['https://locks.example.com'] }],
  ['Locks.Example.com:8443', null, { id: 'locks.example.com', origins: ['https://locks.example.com:8443'] }],
  ['locks.example.com', 'https://locks.example.com', ELSEWHERE],
  ['127.0.0.1:3000', null, null],
  ['[::1]:3000', null, null],
  ['', null, null],
])('the console as a browser knows it at %j, configured as %j', (host, url, expected) => {
  const request = new Request('http://127.0.0.1/', { headers: { host } });
  const settings = { issuer: 'https://id.example.com', clientId: 'x', url: url ?? '' };
  const signIn = url === null ? signInOf({ local: true }, {}) : signInOf({ oidc: settings }, {});
  expect(relyingPartyOf(request, signIn)).toEqual(expected);
});
