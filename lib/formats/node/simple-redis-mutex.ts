import { defineFormat } from '../core/format';
import { byToken, oneHolder, releaseString, wholeValue } from '../core/string-lock';

const NAME = '@simple-redis-mutex:lock-';
const RELEASES = '@simple-redis-mutex:locks-releases';
const RANDOM = /^\d(?:\.\d{1,20})?(?:e-\d{1,3})?$/;

/**
 * simple-redis-mutex: a random fraction. One channel tells the releases of all its locks, and holders listen too, so that
 * its subscribers are not counted as waiters.
 */
export const simpleRedisMutex = defineFormat({
  id: 'simple-redis-mutex',
  library: 'simple-redis-mutex',
  language: 'JavaScript',
  kind: 'mutex',
  redisType: 'string',
  names: [/@simple-redis-mutex:lock-/],
  recognise: ({ raw }) =>
    raw.length <= 24 && raw.key.includes(NAME) && RANDOM.test(wholeValue(raw) ?? '') ? 'certain' : null,
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: null,
  lateUnlock: 'spares',
  wakesBy: () => ({ channel: RELEASES }),
  release(act) {
    // The library itself does not escape a quote in a name, which ends every process that listens.
    const [key, value] = [act.key, act.token].map((text) => JSON.stringify(text));
    return releaseString(act, { channel: RELEASES, message: `{ "key": ${key}, "value": ${value} }` });
  },
  extend: byToken.extend,
});
