import { expect, test } from 'vitest';
import { elsewhereFor, pathHere } from './path-here';

test.each([
  ['/', null, '/sign-in'],
  ['/locks/test.0/a?range=1h', null, '/sign-in?to=%2Flocks%2Ftest.0%2Fa%3Frange%3D1h'],
  ['/sign-in', '/', null],
  ['/sign-in?to=%2Flocks%2Ftest.0%2Fa%3Frange%3D1h', '/locks/test.0/a?range=1h', null],
  ['/sign-in?to=https%3A%2F%2Fevil.example%2F', '/', null],
  ['/sign-in?to=%2Fsign-in%3Fto%3D%2Fnodes', '/', null],
])('whoever asks for %s is sent to %s when signed in, else to %s', (url, signedIn, stranger) => {
  expect([elsewhereFor(url, true), elsewhereFor(url, false)]).toEqual([signedIn, stranger]);
});

test.each([
  ['/nodes?range=1h', '/nodes?range=1h'],
  ['//evil.example/', '/'],
  ['/\\evil.example/', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
])('%s leads to %s', (to, here) => {
  expect(pathHere(to)).toBe(here);
});

test.each([
  ['/', '/first-run', null],
  ['/locks/test.0/a?range=1h', '/first-run', null],
  ['/settings?tab=health', '/first-run', null],
  ['/docs', null, null],
  ['/docs/start?q=lease', null, null],
  ['/docsite', '/first-run', null],
  ['/first-run', null, '/'],
  ['/first-run?x=1', null, '/'],
  ['/sign-in', '/', '/'],
])('%s leads to %s where nothing is watched, else to %s', (url, nothing, some) => {
  expect([elsewhereFor(url, true, false), elsewhereFor(url, true, true)]).toEqual([nothing, some]);
});

test('nobody who has to sign in learns whether anything is watched', () => {
  for (const url of ['/', '/first-run'])
    expect(elsewhereFor(url, false, false)).toBe(elsewhereFor(url, false, true));
});
