import { describe, expect, test } from 'vitest';
import { commandLineAccount, isOfNoUser, mayBeSamePerson } from './same-person';

describe('one person, however they sign in', () => {
  test.each([
    ['mk', 'mk'],
    ['mk', 'MK'],
    ['mk', ' mk '],
    ['ｍｋ', 'mk'],
    ['mk', 'mk@example.com'],
    ['mk@example.com', 'MK@Example.com'],
    ['mk@example.com', 'mk+release@example.com'],
    ['mk', 'mk+a@example.com'],
    ['CORP\\mk', 'mk'],
    ['corp\\mk', 'mk@example.com'],
    ['mk@', 'mk@example.com'],
    ['mk@example.com.', 'mk@example.com'],
  ])('%s and %s', (one, other) => {
    expect(mayBeSamePerson([one], [other])).toBe(true);
    expect(mayBeSamePerson([other], [one])).toBe(true);
  });

  test.each([
    ['mk', 'ak'],
    ['mk@example.com', 'mk@example.org'],
    ['mk@example.com', 'ak@example.com'],
    ['mk', 'mk2'],
    ['@mk', 'mk'],
  ])('not %s and %s', (one, other) => {
    expect(mayBeSamePerson([one], [other])).toBe(false);
    expect(mayBeSamePerson([other], [one])).toBe(false);
  });
});

test('any name that is known of an account counts', () => {
  expect(mayBeSamePerson(['00u1', 'mk@example.com'], ['mk'])).toBe(true);
  expect(mayBeSamePerson(['00u1', 'mk@example.com'], ['ak', '00u2'])).toBe(false);
});

test('a token that was made at the command line is of no user, and no user is called so', () => {
  expect(isOfNoUser(commandLineAccount('mk'))).toBe(true);
  expect(isOfNoUser('mk')).toBe(false);
});
