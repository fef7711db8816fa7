import { expect, test } from 'vitest';
import { storedOf } from './stored-cookie';

test('choices and zone are taken from the cookie, and nothing else', () => {
  expect(storedOf('lockscope-density=compact&zone=Asia%2FKolkata&__proto__=1&lockscope-keys=off')).toEqual({
    'lockscope-density': 'compact',
    zone: 'Asia/Kolkata',
  });
});

test('a zone that does not exist is none', () => {
  expect(storedOf('zone=Mars%2FBase&lockscope-zone=utc')).toEqual({ 'lockscope-zone': 'utc' });
  expect(storedOf('zone=')).toEqual({});
});

test('without a cookie nothing is known', () => {
  expect(storedOf(undefined)).toEqual({});
  expect(storedOf('%%%')).toEqual({});
});
