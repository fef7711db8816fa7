import type { ByteString } from '../../domain/keys/bytes';
import { HASH_HEAD, type RawKey } from '../../domain/keys/raw-key';
import { channelOf } from '../../domain/keys/redisson-names';
import { scripts } from '../../redis/scripts.generated';
import { type DecodedHolder, defineFormat } from '../core/format';
import { holderOf, ownerOf, redissonHash } from './redisson-hash';

const VALUE = /^[A-Za-z0-9+/]{22}$/;
const EPOCH_MS = /^1\d{12}$/;

type Hold = { value: ByteString; owner: ByteString; count: ByteString; deadlineMs: number };

/**
 * Redisson's `getMultiLock(group, values)`: one hash, in which each locked value (a hash of it, in base64) has an owner, a
 * deadline and a count of its own. A value whose deadline has passed is free. A holder here is one value's.
 */
export const redissonGroupLock = defineFormat({
  id: 'redisson-group-lock',
  library: 'Redisson group lock',
  language: 'Java',
  kind: 'reentrant',
  redisType: 'hash',
  names: [],
  recognise: ({ raw }) => (holdsOf(raw) ? 'likely' : null),
  decode({ raw, now }) {
    const holders: DecodedHolder[] = [];
    for (const { value, owner, count, deadlineMs } of holdsOf(raw) ?? []) {
      const known = ownerOf([owner, count]);
      if (!known || deadlineMs <= now) continue;
      const holder = holderOf({ ...known, token: `${value}:${owner}` }, 'exclusive');
      holders.push({ ...holder, ttlMs: raw.ttlMs === 'none' ? 'none' : deadlineMs - now });
    }
    return { holders, ttlMs: raw.ttlMs, valueDeadlineMs: null };
  },
  healthyFloor: redissonHash.healthyFloor,
  lateUnlock: 'spares',
  channels: redissonHash.channels,
  takesMemory: ['extend'],
  release: ({ key, token, seen, publish }) => ({
    script: scripts.releaseGroupValue,
    keys: [key],
    args: [...partsOf(token), seen.holdCount ?? 0, channelOf(key), publish],
  }),
  extend: ({ key, token, seen }, leaseMs) => ({
    script: scripts.extendGroupValue,
    keys: [key],
    args: [...partsOf(token), seen.holdCount ?? 0, leaseMs],
  }),
});

function partsOf(token: ByteString): [value: ByteString, owner: ByteString] {
  return [token.slice(0, 22), token.slice(23)];
}

/** What is held, in an order that stays; null when the hash is no such lock. Of a large group only those are told that were read as a whole. */
function holdsOf({ hash, length }: RawKey): Hold[] | null {
  if (!hash || length < 3 || (length <= HASH_HEAD && length % 3 > 0)) return null;
  if (!hash.some(([field]) => VALUE.test(field))) return null;
  const fields = new Map(hash);
  const holds: Hold[] = [];
  for (const [value, owner] of hash) {
    if (!VALUE.test(value)) continue;
    const count = fields.get(`${value}:${owner}:lock_count`) ?? '';
    const deadline = fields.get(`${value}:${owner}:expire_time`) ?? '';
    if (!EPOCH_MS.test(deadline) || !ownerOf([owner, count])) {
      if (length <= HASH_HEAD) return null;
      continue;
    }
    holds.push({ value, owner, count, deadlineMs: Number(deadline) });
  }
  if (length <= HASH_HEAD && holds.length * 3 !== length) return null;
  return holds.length > 0 ? holds.sort((a, b) => (a.value < b.value ? -1 : 1)) : null;
}
