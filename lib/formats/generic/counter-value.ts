import { scripts } from '../../redis/scripts.generated';
import { defineFormat } from '../core/format';
import { standingOf } from '../core/shapes';
import { extendString, oneHolder, wholeValue } from '../core/string-lock';

/** Above it, a number is rather the id of a process. */
export const MOST_HOLDERS = 299;

/**
 * INCR by hand, or dramatiq's limiter: the value is how many hold it, and its TTL stays when the last one leaves. A count of
 * one looks like plain SETNX, and a number without TTL is a setting.
 */
export const counterValue = defineFormat({
  id: 'counter-value',
  library: 'a counter of holders',
  language: 'any',
  kind: 'semaphore',
  redisType: 'string',
  names: [],
  recognise({ raw, named }) {
    if (!named || raw.length > 3 || raw.ttlMs === 'none' || standingOf({ raw, named }) !== 'lock')
      return null;
    const value = wholeValue(raw) ?? '';
    return /^(?:0|[2-9]|[1-9]\d{1,2})$/.test(value) && Number(value) <= MOST_HOLDERS ? 'possible' : null;
  },
  alternatives: () => [
    { id: 'dramatiq', library: 'dramatiq' },
    { id: 'plain-string', library: 'a number that means something else' },
  ],
  decode({ raw }) {
    const permits = { available: null, held: Number(raw.value), expired: null };
    if (permits.held === 0) return { holders: [], ttlMs: raw.ttlMs, valueDeadlineMs: null, permits };
    return { ...oneHolder(raw, { tokenUnique: false, holdCount: null }), permits };
  },
  healthyFloor: null,
  lateUnlock: 'drifts',
  takesMemory: ['release'],
  release: ({ key, token, seen }) => ({
    script: scripts.releaseCounter,
    keys: [key],
    args: [token, seen.deadlineMs],
  }),
  extend: (act, leaseMs) => extendString(act, leaseMs, act.seen.deadlineMs),
});
