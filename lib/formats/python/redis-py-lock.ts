import type { Confidence } from '../../contract/lock';
import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { USUAL_FLOOR } from '../../domain/locks/lock-facts';
import { defineFormat } from '../core/format';
import { mayBeLock, namesOtherSecret } from '../core/shapes';
import { byToken } from '../core/string-lock';
import { librariesOfSixteenBytes } from '../core/token-shapes';
import { decodeRedisPy, isRecent, redisPyToken } from './redis-py-token';

const TOOZ = 'OpenStack tooz';

/** Libraries that take a redis-py Lock under a name of their own. */
const BUILT_ON_IT: readonly (readonly [RegExp, string])[] = [
  [/unacked_mutex$/, 'kombu'],
  [/autoclaim:[^:]+:/, 'taskiq-redis'],
  [/_tooz'?_.+_lock$/, TOOZ],
  [/(?:^|:)_lock/, 'dogpile.cache'],
  [/^t:lock(?:v2)?:/, 'tasktiger'],
  [/^:\d+:/, 'django-redis'],
];

/** redis-py's Lock and all that is built on it: `uuid1().hex`, often without TTL. */
export const redisPyLock = defineFormat({
  id: 'redis-py-lock',
  library: 'redis-py Lock',
  language: 'Python',
  kind: 'mutex',
  redisType: 'string',
  names: [/autoclaim:/],
  recognise({ raw, now, named }) {
    const uuid = redisPyToken(raw, now);
    return uuid ? confidenceOf(raw, isRecent(uuid, now), named) : null;
  },
  alternatives({ raw, now }) {
    const uuid = redisPyToken(raw, now);
    return uuid && isRecent(uuid, now) ? [] : [...librariesOfSixteenBytes];
  },
  libraryOf: ({ raw }) => libraryNamed(raw.key),
  decode: ({ raw, now }) => decodeRedisPy(raw, now),
  healthyFloor: null,
  // The library does not; tooz does, whenever its coordinator beats.
  mayRenew: ({ raw }) => (libraryNamed(raw.key) === TOOZ ? USUAL_FLOOR : null),
  lateUnlock: 'spares',
  ...byToken,
});

function libraryNamed(key: ByteString): string | null {
  return BUILT_ON_IT.find(([name]) => name.test(key))?.[1] ?? null;
}

function confidenceOf(raw: RawKey, recent: boolean, named: boolean): Confidence | null {
  if (!recent) {
    if (named) return 'likely';
    return mayBeLock(raw, false) ? 'possible' : null;
  }
  if (named) return 'certain';
  if (namesOtherSecret(raw.key)) return null;
  return raw.ttlMs === 'none' ? 'possible' : 'likely';
}
