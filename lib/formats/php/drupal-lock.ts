import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { bySeenDeadline, oneHolder } from '../core/string-lock';
import { uniqidTime } from './php-uniqid';

/** `uniqid(mt_rand(), TRUE)`: a random number, the time, and a random fraction. */
const TOKEN = /^\d{1,10}([67][0-9a-f]{12})\d\.\d{8}$/;
const tokenIn = nameAndValue([24, 33], /(?:^|:)lock:/, TOKEN);

/** The Redis module of Drupal: one lock id for all locks of a request, made with the first of them. */
export const drupalLock = defineFormat({
  id: 'drupal-lock',
  library: 'Drupal',
  language: 'PHP',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise: ({ raw }) => (raw.ttlMs !== 'none' && timeOf(tokenIn({ raw })) !== null ? 'certain' : null),
  decode({ raw }) {
    const atMs = timeOf(raw.value);
    return oneHolder(raw, {
      tokenReused: true,
      since: atMs === null ? null : { atMs, atLeast: false, atMost: true },
      process: { host: null, pid: null, instance: raw.value },
    });
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  ...bySeenDeadline,
});

function timeOf(token: string | null): number | null {
  return uniqidTime(TOKEN.exec(token ?? '')?.[1] ?? '');
}
