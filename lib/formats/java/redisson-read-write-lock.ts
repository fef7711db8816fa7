import type { TtlMs } from '../../contract/leaves';
import type { ByteString } from '../../domain/keys/bytes';
import { forcedKeyOf } from '../../domain/keys/forced';
import { HASH_HEAD, type RawKey } from '../../domain/keys/raw-key';
import {
  keysOfReadTimeout,
  keysOfRwChannel,
  readHoldsBaseOf,
  readTimeoutPrefixOf,
  rwChannelOf,
} from '../../domain/keys/redisson-names';
import { scripts } from '../../redis/scripts.generated';
import { type DecodedHolder, defineFormat, type Observation } from '../core/format';
import { type HashOwner, holderOf, ownerOf } from './redisson-hash';
import { redissonLibraryOf } from './redisson-internal';

const HOLD_KEYS = 48;

type ReadWrite = { mode: 'read' | 'write'; owners: HashOwner[] };

/**
 * Redisson's RReadWriteLock, and ours. Each read hold has a key of its own that lapses with its lease; a reader none of
 * whose hold keys is left keeps writers out all the same, until all readers are gone.
 */
export const redissonReadWriteLock = defineFormat({
  id: 'redisson-read-write-lock',
  library: 'Redisson RReadWriteLock',
  ours: 'Lockscope read-write lock',
  language: 'Java',
  kind: 'read-write',
  redisType: 'hash',
  names: [],
  companions: {
    always: true,
    of: holdKeysOf,
    names: { shape: /:rwlock_timeout:/, ownersOf: keysOfReadTimeout },
  },
  recognise: ({ raw }) => (readWriteOf(raw) ? 'likely' : null),
  alternatives: () => [{ id: 'lockscope-read-write', library: 'Lockscope read-write lock' }],
  libraryOf: redissonLibraryOf('Redisson RReadWriteLock'),
  decode(sight) {
    const owners = readWriteOf(sight.raw)?.owners ?? [];
    const holders = owners.map((owner): DecodedHolder => {
      if (owner.writes) return holderOf(owner, 'write');
      const ttlMs = readTtlOf(owner, sight);
      return { ...holderOf(owner, 'read'), ...(ttlMs !== null && { ttlMs }) };
    });
    return { holders, ttlMs: sight.raw.ttlMs, valueDeadlineMs: null };
  },
  healthyFloor: { share: 2 / 3 },
  deadReadersStay: true,
  lateUnlock: 'spares',
  channels: { pattern: 'redisson_rwlock:*', channelOf: rwChannelOf, keysOf: keysOfRwChannel },
  release({ key, token, seen, sight, publish }) {
    const mode = readWriteOf(sight.raw)?.mode;
    if (!mode || seen.holdCount === null) return null;
    return {
      script: scripts.forceReleaseReadWrite,
      keys: [key, readHoldsBaseOf(key)],
      args: [mode, token, seen.holdCount, rwChannelOf(key), publish, forcedKeyOf(key, token)],
    };
  },
  extend({ key, token, seen, sight }, leaseMs) {
    const mode = readWriteOf(sight.raw)?.mode;
    if (!mode || seen.holdCount === null) return null;
    return {
      script: scripts.extendReadWrite,
      keys: [key, readHoldsBaseOf(key)],
      args: [mode, token, seen.holdCount, leaseMs],
    };
  },
});

/** Mode and owners, the writer first; null when the hash is no such lock. Only a crowd of readers is ever read in part. */
function readWriteOf({ hash, length }: RawKey): ReadWrite | null {
  const [first] = hash ?? [];
  if (!hash || !first || length < 2 || (first[0] !== 'mode' && !ownerOf(first))) return null;
  let mode = length > HASH_HEAD && length > hash.length ? 'read' : null;
  const owners: HashOwner[] = [];
  for (const field of hash) {
    const owner = ownerOf(field);
    if (owner) owners.push(owner);
    else if (field[0] === 'mode') mode = field[1];
    else return null;
  }
  const writers = owners.filter(({ writes }) => writes);
  if (owners.length === 0 || (mode !== 'read' && mode !== 'write')) return null;
  if (writers.length !== (mode === 'write' ? 1 : 0)) return null;
  return { mode, owners: [...writers, ...owners.filter(({ writes }) => !writes)] };
}

/** Keys of the first hold of each reader, then of the second of each, as many as are read with a lock. */
function holdKeysOf(raw: RawKey): ByteString[] {
  const names: ByteString[] = [];
  let readers = readWriteOf(raw)?.owners.filter(({ writes }) => !writes) ?? [];
  for (let n = 1; readers.length > 0 && names.length < HOLD_KEYS; n++) {
    names.push(...readers.map(({ token }) => `${readTimeoutPrefixOf(raw.key, token)}:${n}`));
    readers = readers.filter(({ holdCount }) => holdCount > n);
  }
  return names.slice(0, HOLD_KEYS);
}

/** What is left of a reader's longest hold, 0 when all have ended; null = too many were not read to say. */
function readTtlOf({ token, holdCount }: HashOwner, { raw, companions }: Observation): TtlMs | null {
  const prefix = readTimeoutPrefixOf(raw.key, token);
  let longest = 0;
  for (let n = 1; n <= holdCount; n++) {
    const hold = companions.get(`${prefix}:${n}`);
    if (!hold) return longest > 0 ? longest : null;
    if (hold.type === 'none') continue;
    if (hold.ttlMs === 'none') return 'none';
    longest = Math.max(longest, hold.ttlMs);
  }
  return longest;
}
