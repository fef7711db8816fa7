import { describe, expect, test } from 'vitest';
import { createRateLimit } from '../runtime/rate-limit';
import { claimedActor, guardAmbient, guardRole, guardWrite, readJson } from './guards';

function post(headers: Record<string, string>, body: BodyInit | null = '{}'): Request {
  const request = new Request('http://localhost:3000/api/locks/x/release', { method: 'POST', body });
  // A Request of its own may not set Host or Origin; a server's may have them.
  const all = new Headers({ 'content-type': 'application/json', host: 'localhost:3000', ...headers });
  return new Proxy(request, {
    get: (target, name) => {
      if (name === 'headers') return all;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('a write', () => {
  test.each<[string, Record<string, string>]>([
    ['of our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }],
    ['typed by a person', { 'sec-fetch-site': 'none' }],
    ['of a program', {}],
    ['with a charset', { 'content-type': 'application/json; charset=utf-8' }],
  ])('%s is let in', (_, headers) => expect(() => guardWrite(post(headers))).not.toThrow());

  test.each<[string, Record<string, string>, string]>([
    ['of another site', { 'sec-fetch-site': 'cross-site' }, 'another site'],
    ['of another subdomain', { 'sec-fetch-site': 'same-site' }, 'another site'],
    ['of another origin', { origin: 'http://evil.example' }, 'another origin'],
    ['of another port', { origin: 'http://localhost:3001' }, 'another origin'],
    ['of a sandboxed page', { origin: 'null' }, 'another origin'],
    ['that a form can send', { 'content-type': 'text/plain' }, 'content type'],
  ])('%s is refused', (_, headers, why) => expect(() => guardWrite(post(headers))).toThrow(why));
});

test.each([
  ['names its origin', { origin: 'http://localhost:3000' }, false],
  ['names its site', { 'sec-fetch-site': 'same-origin' }, false],
  ['names neither', {}, true],
])('a request with a session that %s', (_, headers, isRefused) => {
  const guard = () => guardAmbient(post(headers));
  if (isRefused) expect(guard).toThrow('must name its origin');
  else expect(guard).not.toThrow();
});

describe('a body', () => {
  test('is read whole', async () => expect(await readJson(post({}, '{"a":[1]}'))).toEqual({ a: [1] }));

  test('over the limit is refused before it is read', async () => {
    await expect(readJson(post({ 'content-length': '11' }), 10)).rejects.toMatchObject({ code: 'too-large' });
  });

  test('that lies about its length is refused at the limit', async () => {
    await expect(readJson(post({}, `"${'a'.repeat(20)}"`), 10)).rejects.toMatchObject({ code: 'too-large' });
  });

  test.each(['', '{', '\xff'])('%j is not JSON', async (text) => {
    const body = Buffer.from(text, 'latin1');
    await expect(readJson(post({}, body))).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

test('a claimed name is printable and short', () => {
  expect(claimedActor(post({}))).toBeNull();
  expect(claimedActor(post({ 'x-lockscope-actor': 'mk@on-call' }))).toBe('mk@on-call');
  expect(() => claimedActor(post({ 'x-lockscope-actor': 'a'.repeat(65) }))).toThrow('64');
  expect(() => claimedActor(post({ 'x-lockscope-actor': 'm\xfck' }))).toThrow('printable');
});

describe('changes a minute', () => {
  test('are limited for each caller, hold up nobody else, and recover', () => {
    let now = 0;
    const limit = createRateLimit(2, () => now);
    limit.take('a');
    limit.take('a');
    expect(() => limit.take('a')).toThrow('try again in 60 s');
    now = 20_000;
    for (let i = 0; i < 1_000; i++) limit.take(`10.9.${i >> 8}.${i & 255}`);
    limit.take('b');
    now = 60_000;
    limit.take('a');
  });

  test('that came to nothing are given back', () => {
    const limit = createRateLimit(1, () => 0);
    for (let i = 0; i < 5; i++) limit.take('a')();
    limit.take('a');
    expect(() => limit.take('a')).toThrow('try again');
  });
});

describe('a console that only collects', () => {
  const asked = (path: string) => () => guardRole(new Request(`http://localhost${path}`), 'collector');

  test('answers other consoles and Prometheus, and nobody else', () => {
    expect(asked('/api/consoles/shop')).not.toThrow();
    expect(asked('/metrics')).not.toThrow();
    expect(asked('/api/locks')).toThrow(expect.objectContaining({ code: 'not-found' }));
    expect(() => guardRole(new Request('http://localhost/api/locks'), 'web')).not.toThrow();
  });
});
