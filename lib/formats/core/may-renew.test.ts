import { expect, test } from 'vitest';
import { USUAL_FLOOR } from '../../domain/locks/lock-facts';
import { mayRenewOf } from './may-renew';
import type { Recognised } from './registry';
import { librariesOf } from './token-shapes';

/** A lock whose bytes are a token that these libraries write, of a format that says nothing of renewals. */
const writtenBy = (alternatives: Recognised['alternatives'], format: object = {}) =>
  ({ format, alternatives, sight: { raw: {} } }) as unknown as Recognised;

test.each<[string, string, boolean]>([
  ['a UUID', '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58', true],
  ['16 bytes with the bits of one', '8d3c3d4303b04cd889668bbd088f8c58', true],
  ['24 digits of base64', 'q83vEjRWeJCrze8SNFZ4kA9z', true],
  ['22 letters and digits', 'BO8Kf7cgiTU7ynR3vD8OR4', true],
  ['24 raw bytes', `${'\x01\x80'.repeat(12)}`, true],
  ['a UUID of version 1', '2b5f2a1e-9c1d-11ee-8c90-0242ac120002', false],
  ['16 letters and digits', 'aB3dE6gH9jK2mN5p', false],
  ['20 bytes', '8843d7f92416211de9ebb963ff4ce28125932878', false],
  ['32 bytes', '8843d7f92416211de9ebb963ff4ce281259328788843d7f92416211de9ebb963', false],
])('of %s one of the libraries renews by itself: %s', (_, token, renews) => {
  expect(librariesOf(token).length).toBeGreaterThan(0);
  expect(mayRenewOf(writtenBy([...librariesOf(token)]))).toEqual(renews ? USUAL_FLOOR : null);
});

test('a format’s own word counts before that of libraries which write the same', () => {
  const [library] = librariesOf('8d3c3d43-03b0-4cd8-8966-8bbd088f8c58');
  if (!library) throw new Error('there is none');
  const own = { ms: 500 };
  expect(mayRenewOf(writtenBy([library], { mayRenew: own }))).toBe(own);
  expect(mayRenewOf(writtenBy([library], { mayRenew: () => null }))).toEqual(USUAL_FLOOR);
  expect(mayRenewOf(writtenBy([], { mayRenew: () => null }))).toBeNull();
});
