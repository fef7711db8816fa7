import { expect, test } from 'vitest';
import { filledLink, type LinkField, linkTemplateProblem, linkTimes } from './link-template';

const NONE: Record<LinkField, string | null> = {
  host: null,
  app: null,
  pid: null,
  instance: null,
  key: null,
  family: null,
  target: null,
  from: null,
  to: null,
  fromMs: null,
  toMs: null,
};

test.each([
  ['https://logs.example.com/search?q=host:{host}&from={fromMs}', null],
  ['http://grafana:3000/d/x?var-app={app}#{key}', null],
  ['https://{host}/logs', 'must have its fields after the host'],
  ['https://logs.example.com:{pid}/', 'must be an http or https URL'],
  ['javascript:alert({host})', 'must be an http or https URL'],
  ['//logs.example.com/{host}', 'must be an http or https URL'],
  [
    'https://me:secret@logs.example.com/{host}',
    'must not have a user or password: everybody who signs in can read it',
  ],
  ['https://logs.example.com/', 'has no field such as {host}'],
  ['https://logs.example.com/{host}/{', 'has a brace that is no field'],
])('%s: %s', (url, problem) => expect(linkTemplateProblem(url)).toBe(problem));

test('an unknown field is named, with those that there are', () => {
  expect(linkTemplateProblem('https://logs.example.com/{hostname}')).toMatch(
    /^has \{hostname\}: it can be \{host\}, /,
  );
});

test('values are encoded, so that none leads elsewhere', () => {
  const values = { ...NONE, host: 'a/../b?x=1#y', key: 'order:{42}\ud800' };
  expect(filledLink('https://logs.example.com/h/{host}?k={key}', values)).toBe(
    'https://logs.example.com/h/a%2F..%2Fb%3Fx%3D1%23y?k=order%3A%7B42%7D%EF%BF%BD',
  );
});

test('without one of its fields there is no link', () => {
  expect(filledLink('https://logs.example.com/{host}/{app}', { ...NONE, host: 'a' })).toBeNull();
  expect(filledLink('https://logs.example.com/{host}', { ...NONE, host: '' })).toBeNull();
});

test('times are of the hold, or of the last hour where its beginning is not known', () => {
  const nowMs = Date.UTC(2026, 10, 26, 12);
  expect(linkTimes(nowMs - 60_000, nowMs)).toEqual({
    from: '2026-11-26T11:54:00.000Z',
    to: '2026-11-26T12:00:00.000Z',
    fromMs: String(nowMs - 360_000),
    toMs: String(nowMs),
  });
  expect(linkTimes(null, nowMs).from).toBe('2026-11-26T10:55:00.000Z');
});
