import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import type { AnyRedis } from '../connection';
import { isRefusal } from '../key-reply';
import { readByCommands } from './read-by-commands';
import { readByScript } from './read-by-script';
import { readGroupsByScript } from './read-groups-by-script';

/** After a refusal of the script, a connection does not try it again for this long, ms. */
const REFUSED_FOR_MS = 60_000;
const refusedAtMs = new WeakMap<AnyRedis, number>();

/**
 * Reads keys of any type, in the given order; an absent key has type `none`. Bounded: at most `VALUE_HEAD` bytes of a
 * string, `HASH_HEAD` fields of a hash or `MEMBER_HEAD` members of other types, and no head where even that would be too
 * large. A read-only script reads many keys at once. Where this user or server refuses the script, commands read the same;
 * then a key that changes its type twice meanwhile is `other`, and the size of a head is an estimate. A key that this user
 * may not read is `denied`; a key that a cluster node does not have is `elsewhere`, unless it is being moved here and read
 * with `asking`. Throws when the connection fails or a reply is late.
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
 * Reads groups of at most 50 keys, such as a lock and its companion keys, in the given order, each group at one moment.
 * Where the script is refused, commands read the same, but not at one moment. Bounded, and throws, like `readKeys`.
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

/** Reads by script, unless the script was refused recently or is refused now. */
async function unlessRefused(redis: AnyRedis, now: () => number, read: () => Promise<void>): Promise<void> {
  if (refusedLately(redis, now())) return;
  try {
    await read();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    refusedAtMs.set(redis, now());
  }
}

/** A clock that was set back counts as if the time had passed. */
function refusedLately(redis: AnyRedis, nowMs: number): boolean {
  const since = nowMs - (refusedAtMs.get(redis) ?? Number.NEGATIVE_INFINITY);
  return since >= 0 && since < REFUSED_FOR_MS;
}
