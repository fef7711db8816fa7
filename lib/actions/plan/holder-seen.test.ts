import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aHolder } from '../../../e2e/support/a-lock';
import { type ByteString, bytesOf, displayOf, fromUint8 } from '../../domain/keys/bytes';
import { holderSeen, sha256Hex } from './holder-seen';

const lockOf = (...tokens: ByteString[]) => ({
  holders: tokens.map((token) => aHolder({ token: displayOf(token) })),
});

describe('the holder that an act is about', () => {
  const anyToken = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 40 }).map(fromUint8),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map(bytesOf),
    fc.constantFrom('\\x41', 'a\nb', bytesOf('a\u200eб')),
  );

  test('is found among several by the digest of its token, whatever its bytes', () => {
    fc.assert(
      fc.property(anyToken, anyToken, (one, two) => {
        fc.pre(one !== two);
        const lock = lockOf(one, two);
        expect(holderSeen(lock, sha256Hex(two))).toBe(lock.holders[1]);
      }),
    );
  });

  test('is nobody where none of several fits, and the only one where there is but one', () => {
    expect(holderSeen(lockOf('a:1', 'a:2'), sha256Hex('a:3'))).toBeNull();
    const alone = lockOf('a:1');
    expect(holderSeen(alone, sha256Hex('a:3'))).toBe(alone.holders[0]);
    expect(holderSeen(null, sha256Hex('a:3'))).toBeNull();
    expect(holderSeen({ holders: [] }, sha256Hex('a:3'))).toBeNull();
  });
});
