import type { FormatRef } from '../../contract/lock';
import type { RawKey } from '../../domain/keys/raw-key';
import { parseUuidV1 } from '../../domain/keys/uuid-v1';
import { defineFormat, type HolderAction } from '../core/format';
import { mayBeLock, standingOf } from '../core/shapes';
import { bySeenDeadline, byToken, oneHolder, wholeValue } from '../core/string-lock';
import { mayName, type TokenShape, tokenShapes } from '../core/token-shapes';

/** SET NX PX with a token drawn by lot, by one of several libraries: all whose tokens have this shape are listed. */
export const randomToken = defineFormat({
  id: 'random-token',
  library: 'random token',
  language: 'any',
  kind: 'mutex',
  redisType: 'string',
  names: [/SINGLETONLOCK_/],
  recognise({ raw, named }) {
    const shape = shapeOf(raw);
    if (!shape || !mayBeLock(raw, named)) return null;
    if (!named && (shape.namedOnly || isWithoutDigit(raw))) return null;
    // A token that expires, and a lock word wherever it is.
    return named && (raw.ttlMs !== 'none' || standingOf({ raw, named }) === 'lock') ? 'likely' : 'possible';
  },
  ofSeveral: true,
  alternatives: ({ raw }) => librariesThatFit(raw),
  libraryOf: ({ raw }) => `random token, ${raw.length} ${isText(raw) ? 'characters' : 'bytes'}`,
  decode({ raw }) {
    const uuid = raw.value?.length === 36 ? parseUuidV1(raw.value) : null;
    return oneHolder(raw, {
      ...(uuid && { process: { host: null, pid: null, instance: uuid.node } }),
      ...(mayBeSpring(raw) && { holdCount: null }),
    });
  },
  healthyFloor: null,
  lateUnlock: 'unknown',
  release: (act) => rulesOf(act).release(act),
  extend: (act, leaseMs) => rulesOf(act).extend(act, leaseMs),
});

function isText({ value }: RawKey): boolean {
  return value !== null && /^[\x20-\x7e]*$/.test(value);
}

/** Only under a lock's name is such text a token. */
function isWithoutDigit({ value }: RawKey): boolean {
  return value !== null && /^\D*$/.test(value);
}

function shapeOf(raw: RawKey): TokenShape | null {
  const value = wholeValue(raw);
  return (value && value.length <= 80 && tokenShapes.find((shape) => shape.matches(value))) || null;
}

function librariesThatFit(raw: RawKey): FormatRef[] {
  return shapeOf(raw)?.libraries.filter((each) => mayName(each, raw.key)) ?? [];
}

/** Its locks are re-entered without that Redis hears of it. */
function mayBeSpring(raw: RawKey): boolean {
  return librariesThatFit(raw).some(({ id }) => id === 'spring-lock-registry');
}

function rulesOf({ token }: HolderAction): typeof byToken {
  return tokenShapes.find((shape) => shape.matches(token))?.reused ? bySeenDeadline : byToken;
}
