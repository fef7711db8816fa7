import { defineFormat } from '../core/format';
import { bySeenDeadline, oneHolder, wholeValue } from '../core/string-lock';

const VALUE = /^\{"lockedSince":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"\}$/;

/** redis-promise-lock: SETNX, then EXPIRE (a crash between leaves no TTL), with the time at which waiting began. */
export const redisPromiseLock = defineFormat({
  id: 'redis-promise-lock',
  library: 'redis-promise-lock',
  language: 'JavaScript',
  kind: 'plain',
  redisType: 'string',
  names: [/redis-promise-lock:/],
  recognise({ raw }) {
    if (raw.length !== 42 || !VALUE.test(wholeValue(raw) ?? '')) return null;
    return raw.key.includes('redis-promise-lock:') ? 'certain' : null;
  },
  decode({ raw }) {
    const atMs = Date.parse(VALUE.exec(raw.value ?? '')?.[1] ?? '');
    const since = Number.isFinite(atMs) ? { atMs, atLeast: false, atMost: true } : null;
    return oneHolder(raw, { tokenUnique: false, since });
  },
  healthyFloor: null,
  lateUnlock: 'deletes',
  ...bySeenDeadline,
});
