import { USUAL_FLOOR } from '../../domain/locks/lock-facts';
import { defineFormat } from '../core/format';
import { looksDrawn, mayBeLock } from '../core/shapes';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';

const TOKEN = /^[A-Za-z0-9+/]{22}$/;

/** @redis-kit/lock: 22 characters of base64. Only one with `+` or `/`, half of them, is told from its kin. */
export const redisKitLock = defineFormat({
  id: 'redis-kit-lock',
  library: '@redis-kit/lock',
  language: 'JavaScript',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise({ raw, named }) {
    if (raw.length !== 22 || raw.ttlMs === 'none') return null;
    const value = wholeValue(raw) ?? '';
    if (!TOKEN.test(value) || !/[+/]/.test(value) || !looksDrawn(value) || !mayBeLock(raw, named))
      return null;
    return named ? 'likely' : 'possible';
  },
  alternatives: () => [{ id: 'hand-written', library: 'hand-written SET NX PX' }],
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: null,
  // Where it was given a threshold, which has no default.
  mayRenew: USUAL_FLOOR,
  lateUnlock: 'spares',
  ...byToken,
});
