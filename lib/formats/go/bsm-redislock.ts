import type { Confidence, FormatRef } from '../../contract/lock';
import type { ByteString } from '../../domain/keys/bytes';
import { defineFormat, type Observation } from '../core/format';
import { looksDrawn, mayBeDrawn, mayBeLock, tokenUnderName } from '../core/shapes';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';

/** 16 bytes in base64 for URLs: the last digit has four bits of zero. */
const TOKEN = /^[A-Za-z0-9_-]{21}[AQgw]/;
const TOKEN_LENGTH = 22;
/** What begins with 22 such digits and is something else: other tokens, sums and web tokens. */
const OTHERS = /^eyJ[\w-]+\.eyJ|^[A-Za-z0-9+/]{24}$|=$/;

/** bsm/redislock: 16 random bytes, and whatever the application adds to say who it is. */
export const bsmRedislock = defineFormat({
  id: 'bsm-redislock',
  library: 'bsm/redislock',
  language: 'Go',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise(sight) {
    const value = tokenOf(sight);
    return value === null ? null : confidenceOf(sight, value);
  },
  alternatives: (sight) => othersOf(tokenOf(sight) ?? ''),
  decode({ raw }) {
    const label = raw.value && raw.length > TOKEN_LENGTH ? raw.value.slice(TOKEN_LENGTH) : null;
    return oneHolder(raw, { label, tokenPerHold: true });
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  ...byToken,
});

function tokenOf({ raw, named }: Observation): ByteString | null {
  if (raw.length < TOKEN_LENGTH || raw.ttlMs === 'none' || (raw.length > TOKEN_LENGTH && !named)) return null;
  const value = wholeValue(raw);
  // Letters and digits alone are a token of several libraries: that shape names all of them.
  const isDrawn = named ? mayBeDrawn : looksDrawn;
  if (value === null || !TOKEN.test(value) || isOfSeveral(value, isDrawn)) return null;
  if (!isDrawn(value.slice(0, TOKEN_LENGTH))) return null;
  return OTHERS.test(value) || !mayBeLock(raw, named) ? null : value;
}

function isOfSeveral(value: ByteString, isDrawn: typeof looksDrawn): boolean {
  return value.length === TOKEN_LENGTH && /^[A-Za-z0-9]+$/.test(value) && isDrawn(value);
}

/** A digit that only this alphabet has tells it from redlock-py's and @redis-kit's tokens; every second token has one. */
function confidenceOf(sight: Observation, value: ByteString): Confidence {
  const isToken = value.length === TOKEN_LENGTH && /[_-]/.test(value);
  return sight.named && isToken ? 'likely' : tokenUnderName(sight);
}

function othersOf(value: ByteString): FormatRef[] {
  if (value.length > TOKEN_LENGTH) return [{ id: 'plain-string', library: 'unknown value' }];
  const handWritten = { id: 'hand-written', library: 'hand-written SET NX PX' };
  if (/[_-]/.test(value)) return [handWritten];
  const kit = { id: 'redis-kit-lock', library: '@redis-kit/lock' };
  return [{ id: 'redlock-py', library: 'redlock-py' }, kit, handWritten];
}
