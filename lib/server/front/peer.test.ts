import { expect, test } from 'vitest';
import { isFromThisMachine, PEER } from './peer';

const asked = (headers: Record<string, string>) => new Request('http://own/readyz', { headers });

test.each<Record<string, string>>([
  { [PEER]: '127.0.0.1' },
  { [PEER]: '::1' },
  { [PEER]: '::ffff:127.0.0.1', 'x-forwarded-for': '::ffff:127.0.0.1' },
])('%j is of this machine', (headers) => {
  expect(isFromThisMachine(asked(headers))).toBe(true);
});

test.each<Record<string, string>>([
  {},
  { [PEER]: '10.0.0.7' },
  { [PEER]: '127.0.0.1', 'x-forwarded-for': '10.0.0.7' },
  { [PEER]: '127.0.0.1', 'x-forwarded-for': '127.0.0.1, 10.0.0.7' },
  { [PEER]: '127.0.0.1', forwarded: 'for=127.0.0.1' },
  { [PEER]: '10.0.0.7', 'x-forwarded-for': '127.0.0.1' },
])('%j is a stranger', (headers) => {
  expect(isFromThisMachine(asked(headers))).toBe(false);
});
