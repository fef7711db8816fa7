import type { ByteString } from '../domain/keys/bytes';
import type { RawKey } from '../domain/keys/raw-key';
import type { AnyRedis } from './connection';
import { isRefusal } from './key-reply';
import { readByCommands } from './read-by-commands';
import { readByScript } from './read-by-script';
import { readGroupsByScript } from './read-groups-by-script';

/** A connection that was refused the script is not tried again for so long, ms. */
const REFUSED_FOR_MS = 60_000;
const refusedAtMs = new WeakMap<AnyRedis, number>();

/**
 * Reads keys of any type, in the order given; an absent key has type `none`. Bounded: never more than `VALUE_HEAD` bytes
 * of a string, `HASH_HEAD` fields of a hash or `MEMBER_HEAD` members of other types, and no head where even that would be
 * too much to send. A read-only script reads many keys at once; where this user or server refuses it, commands read the
 * same (a key that changes type twice under them is `other`, and how large a head is they know by an estimate only).
 * A key this user may not read is `denied`; one that a node of a cluster has not is `elsewhere`, unless it is on its way
 * here and read with `asking`. Throws when the connection fails or an answer is late.
 */
export async function readKeys(
  redis: AnyRedis,
  keys: readonly ByteString[],
  now: () => number,
  asking = false,
): Promise<RawKey[]> {
  const found: RawKey[] = [];
  if (!asking) await unlessRefused(redis, now, () => readByScript(redis, keys, now, found));
  if (found.length === keys.length) return found;
  return found.concat(await readByCommands(redis, keys.slice(found.length), now, asking));
}

/**
 * Reads groups of at most 50 keys, such as a lock and the keys beside it: each group as all its keys are at one moment,
 * in the order given. Where the script is refused commands read the same, and a group is of no one moment.
 * Bounded and failing as `readKeys`.
 */
export async function readGroups(
  redis: AnyRedis,
  groups: readonly (readonly ByteString[])[],
  now: () => number,
  asking = false,
): Promise<RawKey[][]> {
  const found = groups.map((): RawKey[] | null => null);
  if (!asking) await unlessRefused(redis, now, () => readGroupsByScript(redis, groups, now, found));
  const left = groups.filter((_, i) => !found[i]);
  const read = await readByCommands(redis, left.flat(), now, asking);
  return found.map((group, i) => group ?? read.splice(0, groups[i]?.length));
}

/** Has a script read, unless it was refused lately, or is now. */
async function unlessRefused(redis: AnyRedis, now: () => number, read: () => Promise<void>): Promise<void> {
  if (refusedLately(redis, now())) return;
  try {
    await read();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    refusedAtMs.set(redis, now());
  }
}

/** A clock that was set back counts as a minute that has passed. */
function refusedLately(redis: AnyRedis, nowMs: number): boolean {
  const since = nowMs - (refusedAtMs.get(redis) ?? Number.NEGATIVE_INFINITY);
  return since >= 0 && since < REFUSED_FOR_MS;
}
