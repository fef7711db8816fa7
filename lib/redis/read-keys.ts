import type { Redis } from 'ioredis';
import type { ByteString } from '../domain/bytes';
import type { RawKey } from '../domain/raw-key';
import { isRefusal } from './key-reply';
import { readByCommands } from './read-by-commands';
import { readByScript } from './read-by-script';

/** A connection that was refused the script is not tried again for so long, ms. */
const REFUSED_FOR_MS = 60_000;
const refusedAtMs = new WeakMap<Redis, number>();

/**
 * Reads keys of any type, in the order given; an absent key has type `none`. Bounded: never more than `VALUE_HEAD` bytes
 * of a string or `HASH_HEAD` fields of a hash, and `hash: null` where even those would be too much to send.
 * A read-only script reads many keys at once; where this user or server refuses it, commands read the same (a key that
 * changes type twice under them is `other`). A key this user may not read is `other`.
 * Throws when the connection fails or an answer is late.
 */
export async function readKeys(
  redis: Redis,
  keys: readonly ByteString[],
  now: () => number,
): Promise<RawKey[]> {
  const found: RawKey[] = [];
  if (!refusedLately(redis, now())) {
    try {
      await readByScript(redis, keys, now, found);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusedAtMs.set(redis, now());
    }
  }
  if (found.length === keys.length) return found;
  return found.concat(await readByCommands(redis, keys.slice(found.length), now));
}

/** A clock that was set back counts as a minute that has passed. */
function refusedLately(redis: Redis, nowMs: number): boolean {
  const since = nowMs - (refusedAtMs.get(redis) ?? Number.NEGATIVE_INFINITY);
  return since >= 0 && since < REFUSED_FOR_MS;
}
