import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromUint8 } from './bytes';
import { formatMutexToken, keysOfMutexChannel, mutexChannelOf, parseMutexToken } from './mutex-token';

const random = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'));

test('a token says which process made it, whatever the host is called', () => {
  fc.assert(
    fc.property(random, fc.nat(), fc.string(), (bits, pid, host) => {
      const token = parseMutexToken(formatMutexToken({ random: bits, pid, host }));
      expect(token).toMatchObject({ random: bits, pid });
      expect(token?.host).toMatch(/^[A-Za-z0-9.-]{1,64}$/);
    }),
  );
});

test.each([
  '',
  '1',
  'ls1.short.1@host',
  `ls1.${'a'.repeat(27)}.1@`,
  `ls1.${'a'.repeat(27)}.1@host\n`,
  ` ls1.${'a'.repeat(27)}.1@host`,
  `ls2.${'a'.repeat(27)}.1@host`,
])('%j is no token of ours', (value) => expect(parseMutexToken(value)).toBeNull());

test('a key is found again from its release channel', () => {
  fc.assert(
    fc.property(fc.uint8Array().map(fromUint8), (key) => {
      expect(keysOfMutexChannel(mutexChannelOf(key))).toContain(key);
    }),
  );
});
