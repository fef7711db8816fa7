import { expect, test } from 'vitest';
import { slotOf } from './key-slot';

test.each([
  // CLUSTER KEYSLOT of a redis-server 7.0.15.
  ['123456789', 12739],
  ['foo', 12182],
  ['', 0],
  ['{user1000}.following', 3443],
  ['{user1000}.followers', 3443],
  ['foo{}{bar}', 8363],
  ['foo{{bar}}zap', 4015],
  ['foo{bar}{zap}', 5061],
])('%s is in slot %i', (key, slot) => expect(slotOf(key)).toBe(slot));
