import { expect, test } from 'vitest';
import { isSecure, proxiesOf } from '../config/client-address';
import { PEER } from '../front/peer';
import { flowCookie, flowSecretIn, noSessionCookie, sessionCookie, sessionIdIn } from './session-cookie';

const ID = 'A'.repeat(43);
const OTHER = 'B'.repeat(43);
const HOST = '__Host-lockscope_session';
const withCookie = (cookie: string) => new Request('http://console/', { headers: { cookie } });

test('over TLS the name is one that only this host can set, with all that browsers ask of it', () => {
  const of = { longestMs: 60_000 };
  expect(sessionCookie(ID, { ...of, secure: true })).toBe(
    `${HOST}=${ID}; Path=/; Secure; Max-Age=60; HttpOnly; SameSite=Lax`,
  );
  expect(sessionCookie(ID, { ...of, secure: false })).toBe(
    `lockscope_session=${ID}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`,
  );
  expect(noSessionCookie(true)).toContain(`${HOST}=; Path=/; Secure; Max-Age=0`);
  expect(flowCookie(ID, true)).toContain(`__Host-lockscope_sign_in=${ID}; Path=/; Secure`);
  expect(flowCookie(ID, false)).toContain(`lockscope_sign_in=${ID}; Path=/api/session;`);
});

test('over TLS a cookie of the plain name, which another host can plant, is none', () => {
  const planted = withCookie(`lockscope_session=${OTHER}; lockscope_sign_in=${OTHER}`);
  expect([sessionIdIn(planted, true), flowSecretIn(planted, true)]).toEqual([null, null]);
  expect([sessionIdIn(planted, false), flowSecretIn(planted, false)]).toEqual([OTHER, OTHER]);
  const both = withCookie(`lockscope_session=${OTHER}; ${HOST}=${ID}`);
  expect([sessionIdIn(both, true), sessionIdIn(both, false)]).toEqual([ID, ID]);
});

test('a request counts as one over TLS by a trusted proxy, or by the host that the provider sends people to', () => {
  const proxies = proxiesOf('10.0.0.7');
  const oidc = (url: string) => ({ proxies, signIn: { oidc: { url } } });
  const asked = (headers: Record<string, string>) => new Request('http://console/', { headers });
  const forwarded = { 'x-forwarded-proto': 'https' };
  expect(isSecure(asked({ ...forwarded, [PEER]: '10.0.0.7' }), { proxies, signIn: null })).toBe(true);
  expect(isSecure(asked({ ...forwarded, [PEER]: '10.0.0.8' }), { proxies, signIn: null })).toBe(false);
  const there = asked({ host: 'locks.example.com' });
  expect(isSecure(there, oidc('https://locks.example.com'))).toBe(true);
  expect(isSecure(asked({ host: '127.0.0.1:3000' }), oidc('https://locks.example.com'))).toBe(false);
  expect(isSecure(there, oidc('http://locks.example.com'))).toBe(false);
});
