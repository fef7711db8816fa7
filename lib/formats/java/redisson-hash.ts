import type { ByteString } from '../../domain/keys/bytes';
import { forcedKeyOf } from '../../domain/keys/forced';
import type { RawKey } from '../../domain/keys/raw-key';
import { channelOf, fairDeadlinesOf, fairQueueOf, rawNameOfChannel } from '../../domain/keys/redisson-names';
import { scripts } from '../../redis/scripts.generated';
import type { Decoded, DecodedHolder, Format } from '../core/format';

const OWNER =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):-?\d{1,19}(:write)?(?::[0-9a-f]{32})?$/;
const COUNT = /^[1-9]\d{0,14}$/;

export type HashOwner = { token: ByteString; holdCount: number; node: string; writes: boolean };

/** Whether this names an owner of an exclusive lock, or one that waits to be. */
export function isOwner(token: ByteString): boolean {
  const match = OWNER.exec(token);
  return match !== null && match[2] === undefined;
}

/** A field of a lock's hash as an owner with its hold count; null when it is none. */
export function ownerOf([token, count]: readonly [field: ByteString, value: ByteString]): HashOwner | null {
  const match = OWNER.exec(token);
  if (!match || !COUNT.test(count)) return null;
  return { token, holdCount: Number(count), node: match[1] ?? '', writes: match[2] !== undefined };
}

/** The only owner of an exclusive lock; null when the hash is no such lock. */
export function onlyOwnerOf({ hash, length }: RawKey): HashOwner | null {
  if (length !== 1 || hash?.length !== 1 || !hash[0]) return null;
  const owner = ownerOf(hash[0]);
  return owner?.writes ? null : owner;
}

export function holderOf({ token, holdCount, node }: HashOwner, mode: DecodedHolder['mode']): DecodedHolder {
  const process = { host: null, pid: null, instance: node };
  return { token, tokenUnique: true, tokenReused: true, label: null, mode, holdCount, since: null, process };
}

/** Reading of an exclusive lock. */
export function oneOwner(raw: RawKey): Decoded {
  const owner = onlyOwnerOf(raw);
  const holders = owner ? [holderOf(owner, 'exclusive')] : [];
  return { holders, ttlMs: raw.ttlMs, valueDeadlineMs: null };
}

/**
 * What RLock, fair and fenced locks share. A release wakes the channel of all and, where a fair queue exists, its live
 * head; the queue and the fencing counter stay.
 */
export const redissonHash = {
  language: 'Java',
  redisType: 'hash',
  names: [],
  healthyFloor: { share: 2 / 3 },
  lateUnlock: 'spares',
  channels: { pattern: 'redisson_lock__channel:*', channelOf, keysOf: rawNameOfChannel },
  release: ({ key, token, seen, publish }) => ({
    script: scripts.forceReleaseReentrant,
    keys: [key, fairQueueOf(key), fairDeadlinesOf(key)],
    args: [token, seen.holdCount ?? 0, channelOf(key), publish, forcedKeyOf(key, token)],
  }),
  extend: ({ key, token, seen }, leaseMs) => ({
    script: scripts.extendReentrant,
    keys: [key],
    args: [token, leaseMs, seen.holdCount ?? 0],
  }),
} satisfies Partial<Format>;
