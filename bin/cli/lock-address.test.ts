import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isNamedHolder } from './lock-address';

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

test('a holder is named by its whole token or by its whole digest', () => {
  const digest = digestOf('a:1 🔒');
  expect(isNamedHolder('a:1 🔒', digest)).toBe(true);
  expect(isNamedHolder(`sha256:${digest}`, digest)).toBe(true);
  expect(isNamedHolder(`sha256:${digest.toUpperCase()}`, digest)).toBe(true);
});

test('a part of a token, a part of a digest or a bare digest names nobody', () => {
  const digest = digestOf('a:1');
  for (const named of [
    'a:',
    'a:1 ',
    '',
    digest,
    `sha256:${digest.slice(0, 12)}`,
    `sha256:${digestOf('b:1')}`,
  ]) {
    expect(isNamedHolder(named, digest)).toBe(false);
  }
});

test('a token that looks like a digest still names itself', () => {
  const token = `sha256:${'0'.repeat(64)}`;
  expect(isNamedHolder(token, digestOf(token))).toBe(true);
});
