import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { together } from '../../domain/values/together';
import { type AnyRedis, takesKeysTogether } from '../connection';
import { readGroups, readKeys } from './read-keys';

type Reads = {
  key(asked: { key: ByteString; now: () => number }): Promise<RawKey | undefined>;
  group(asked: { keys: readonly ByteString[]; now: () => number }): Promise<RawKey[]>;
};

const reading = new WeakMap<AnyRedis, Reads>();

/**
 * Reads one key as `readKeys` does. Keys that are asked for at the same moment share its calls, but in a cluster, where a call
 * is about one slot; when a call fails it fails for all of them.
 */
export async function readKeyTogether(
  redis: AnyRedis,
  key: ByteString,
  now: () => number,
): Promise<RawKey | undefined> {
  if (!takesKeysTogether(redis)) return (await readKeys(redis, [key], now))[0];
  return readsOn(redis).key({ key, now });
}

/** The same for a group of keys that is read at one moment, as by `readGroups`. */
export async function readGroupTogether(
  redis: AnyRedis,
  keys: readonly ByteString[],
  now: () => number,
): Promise<RawKey[]> {
  if (!takesKeysTogether(redis)) return (await readGroups(redis, [keys], now))[0] ?? [];
  return readsOn(redis).group({ keys, now });
}

function readsOn(redis: AnyRedis): Reads {
  const known = reading.get(redis);
  if (known) return known;
  const made: Reads = {
    key: together((asked) =>
      readKeys(
        redis,
        asked.map(({ key }) => key),
        clockOf(asked),
      ),
    ),
    group: together((asked) =>
      readGroups(
        redis,
        asked.map(({ keys }) => keys),
        clockOf(asked),
      ),
    ),
  };
  reading.set(redis, made);
  return made;
}

/** All of them have the clock of the console. */
function clockOf(asked: readonly { now: () => number }[]): () => number {
  return asked[0]?.now ?? Date.now;
}
