import type { ByteString } from '../domain/bytes';
import type { RawKey } from '../domain/raw-key';
import { defineFormat } from './format';
import { bySeenDeadline, oneHolder, releaseString, wholeValue } from './string-lock';
import { isUuidV4 } from './uuid-shapes';

/** Up to the part that says registry. The registry's name is the application's; other names tell nothing. */
const REGISTRY = /^(.*?[Rr]egistry[^:]*):./s;

/**
 * Spring Integration's RedisLockRegistry. The token is the registry's: all locks of one JVM have it, one after the other
 * and at the same time, so the deadline is compared too. In its PUB_SUB mode waiters listen for the key's name, by a
 * pattern that nobody can count: on a channel of the key, or, up to 6.4.1 at least, on one of the whole registry.
 * It renews only where it was given a scheduler (6.4 or newer), so its TTL has no floor.
 */
export const springLockRegistry = defineFormat({
  id: 'spring-lock-registry',
  library: 'Spring RedisLockRegistry',
  language: 'Java',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise: ({ raw }) => (isOurs(raw) ? 'likely' : null),
  alternatives: () => [{ id: 'random-token', library: 'hand-written SET NX PX' }],
  decode({ raw }) {
    const process = { host: null, pid: null, instance: raw.value };
    return oneHolder(raw, { tokenUnique: false, holdCount: null, process });
  },
  healthyFloor: null,
  wakesBy: (key) => ({ channel: channelOf(key) }),
  release: (act) =>
    releaseString(act, {
      deadline: act.seen.deadlineMs,
      channel: channelOf(act.key),
      alsoChannel: registryChannelOf(act.key),
      message: act.key,
    }),
  extend: bySeenDeadline.extend,
});

function isOurs(raw: RawKey): boolean {
  if (raw.length !== 36 || raw.ttlMs === 'none') return false;
  return isUuidV4(wholeValue(raw) ?? '') && REGISTRY.test(raw.key);
}

function registryChannelOf(key: ByteString): ByteString {
  return `${REGISTRY.exec(key)?.[1] ?? ''}-channel`;
}

function channelOf(key: ByteString): ByteString {
  return `${registryChannelOf(key)}:${key}`;
}
