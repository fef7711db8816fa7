import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { USUAL_FLOOR } from '../../domain/locks/lock-facts';
import { defineFormat, type Observation } from '../core/format';
import { mayBeLock } from '../core/shapes';
import { bySeenDeadline, oneHolder, releaseString, wholeValue } from '../core/string-lock';
import { librariesOf, mayName } from '../core/token-shapes';
import { isUuidV4 } from '../core/uuid-shapes';

const ID = 'spring-lock-registry';
/** Up to the part that says registry. The registry's name is the application's; other names tell nothing. */
const REGISTRY = /^(.*?[Rr]egistry[^:]*):./s;
/** Any other registry, whose name is taken to have no colon of its own. */
const ANY_REGISTRY = /^([^:]+):./s;

/**
 * Spring Integration's RedisLockRegistry. The token is the registry's: all locks of one JVM have it, one after the other
 * and at the same time, so the deadline is compared too. In its PUB_SUB mode waiters listen for the key's name, by a
 * pattern that nobody can count: on a channel of the key, or, up to 6.4.1 at least, on one of the whole registry.
 * It renews, at a third, only where it was given a scheduler (6.4 or newer), so its TTL has no floor.
 */
export const springLockRegistry = defineFormat({
  id: ID,
  library: 'Spring RedisLockRegistry',
  language: 'Java',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise(sight) {
    if (!hasToken(sight.raw)) return null;
    if (REGISTRY.test(sight.raw.key)) return 'likely';
    return wasTold(sight) ? 'possible' : null;
  },
  alternatives: ({ raw }) =>
    REGISTRY.test(raw.key)
      ? [{ id: 'random-token', library: 'hand-written SET NX PX' }]
      : librariesOf(raw.value ?? '').filter((each) => each.id !== ID && mayName(each, raw.key)),
  decode({ raw }) {
    const process = { host: null, pid: null, instance: raw.value };
    return oneHolder(raw, { tokenUnique: false, holdCount: null, process });
  },
  healthyFloor: null,
  mayRenew: USUAL_FLOOR,
  lateUnlock: 'spares',
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

function hasToken(raw: RawKey): boolean {
  return raw.length === 36 && raw.ttlMs !== 'none' && isUuidV4(wholeValue(raw) ?? '');
}

/** Under a name that tells nothing: of those that write such a token, Spring alone was known to have run on the server. */
function wasTold({ raw, named, was }: Observation): boolean {
  return was === ID && ANY_REGISTRY.test(raw.key) && mayBeLock(raw, named);
}

function registryChannelOf(key: ByteString): ByteString {
  const [, registry = ''] = REGISTRY.exec(key) ?? ANY_REGISTRY.exec(key) ?? [];
  return `${registry}-channel`;
}

function channelOf(key: ByteString): ByteString {
  return `${registryChannelOf(key)}:${key}`;
}
