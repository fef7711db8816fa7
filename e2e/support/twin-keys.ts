import type { Redis } from 'ioredis';
import { expect } from 'vitest';
import type { ByteString } from '../../lib/domain/keys/bytes';
import { contentsOf, difference } from './lock-keys';

/** The keys of a lock hold what those of its twin do, in the same order. `after` says which step led here. */
export async function expectSameContents(
  redis: Redis,
  keys: readonly ByteString[],
  twins: readonly ByteString[],
  after: string,
): Promise<void> {
  for (const [i, key] of keys.entries()) {
    const [one, other] = [await contentsOf(redis, key), await contentsOf(redis, twins[i] ?? '')];
    expect(difference(one, other), `${after}, key ${i}`).toBeNull();
  }
}
