import { expect, test } from 'vitest';
import { daysOf, FIRST_TOKEN, missingIn, TOKEN_RIGHTS, type TokenDraft, tokenRequestOf } from './token-draft';

const FULL: TokenDraft = { ...FIRST_TOKEN, name: ' ci-smoke ', rights: ['view', 'annotate'] };

test('a draft becomes a request of one grant', () => {
  const draft = {
    ...FULL,
    days: '30',
    targets: 'orders, jobs-*',
    keys: 'payout:*\n\n  a key, with blanks \n',
  };
  expect(tokenRequestOf(draft)).toEqual({
    name: 'ci-smoke',
    days: 30,
    grants: [
      {
        rights: ['view', 'annotate'],
        targets: ['orders', 'jobs-*'],
        keys: ['payout:*', 'a key, with blanks'],
      },
    ],
  });
});

test.each([
  ['name', { name: '  ' }],
  ['days', { days: '' }],
  ['days', { days: '367' }],
  ['days', { days: '0' }],
  ['days', { days: '-3' }],
  ['days', { days: '1e2' }],
  ['rights', { rights: [] }],
  ['targets', { targets: ' , ' }],
  ['keys', { keys: '\n' }],
])('without %s it is no request: %j', (missing, change) => {
  const draft = { ...FULL, ...change };
  expect(missingIn(draft)).toBe(missing);
  expect(tokenRequestOf(draft)).toBeNull();
});

test('half a day is a time', () => expect(daysOf('0.5')).toBe(0.5));

test('a program is never another console', () => expect(TOKEN_RIGHTS).not.toContain('peer'));
