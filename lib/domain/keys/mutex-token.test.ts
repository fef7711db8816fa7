import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromUint8 } from './bytes';
import { formatMutexToken, keysOfMutexChannel, mutexChannelOf, parseMutexToken } from './mutex-token';

test('a token says which process made it, whatever the host is called', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.maxSafeNat(), fc.nat(), fc.string(), (processId, number, pid, host) => {
      const token = parseMutexToken(formatMutexToken({ processId, number, pid, host }));
      expect(token).toMatchObject({ processId, number, pid });
      expect(token?.host).toMatch(/^[A-Za-z0-9.-]{1,64}$/);
    }),
  );
});

test.each([
  '',
  '1',
  'ls1.short.1.1@host',
  `ls1.${'a'.repeat(32)}.1.1@`,
  `ls1.${'a'.repeat(32)}.1.1@host\n`,
  ` ls1.${'a'.repeat(32)}.1.1@host`,
  `ls2.${'a'.repeat(32)}.1.1@host`,
  `ls1.${'a'.repeat(32)}.1@host`,
])('%j is no token of ours', (value) => expect(parseMutexToken(value)).toBeNull());

test('a key is found again from its release channel', () => {
  fc.assert(
    fc.property(fc.uint8Array().map(fromUint8), (key) => {
      expect(keysOfMutexChannel(mutexChannelOf(key))).toContain(key);
    }),
  );
});
