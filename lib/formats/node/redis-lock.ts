import { defineFormat } from '../core/format';
import { isDeadline } from '../core/shapes';
import { bySeenDeadline, oneHolder, wholeValue } from '../core/string-lock';

const NAME = /(?:^|[^A-Za-z])lock\../s;
const MILLISECONDS = /^\d{13}$/;

/**
 * redis-lock by errorception: the value is the deadline on the holder's clock, 1 ms late. No extend: a holder past that
 * time never releases. Up to 0.0.8 it set no TTL: such locks are told by their time alone, as others of that recipe.
 */
export const redisLock = defineFormat({
  id: 'redis-lock',
  library: 'redis-lock',
  language: 'JavaScript',
  kind: 'timestamp',
  redisType: 'string',
  names: [],
  recognise({ raw, now }) {
    const value = raw.length === 13 ? (wholeValue(raw) ?? '') : '';
    if (!MILLISECONDS.test(value) || !NAME.test(raw.key)) return null;
    return isDeadline(Number(value), raw.ttlMs, now) ? 'likely' : null;
  },
  alternatives: () => [{ id: 'timestamp-value', library: 'SETNX with a time' }],
  decode: ({ raw }) => oneHolder(raw, { tokenUnique: false }, Number(raw.value)),
  healthyFloor: null,
  lateUnlock: 'deletes',
  release: bySeenDeadline.release,
});
