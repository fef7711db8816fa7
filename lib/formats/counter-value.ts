import { scripts } from '../redis/scripts.generated';
import { defineFormat } from './format';
import { mayBeLock } from './shapes';
import { extendString, oneHolder, wholeValue } from './string-lock';

/** INCR by hand, or dramatiq's limiter: the value is how many hold it. A count of one looks like plain SETNX. */
export const counterValue = defineFormat({
  id: 'counter-value',
  library: 'a counter of holders',
  language: 'any',
  kind: 'semaphore',
  redisType: 'string',
  names: [],
  recognise({ raw, named }) {
    if (!named || raw.length > 6) return null;
    const counts = /^(?:[2-9]|[1-9]\d{1,5})$/.test(wholeValue(raw) ?? '');
    return counts && mayBeLock(raw, named) ? 'possible' : null;
  },
  alternatives: () => [
    { id: 'dramatiq', library: 'dramatiq' },
    { id: 'plain-string', library: 'a number that means something else' },
  ],
  decode({ raw }) {
    const permits = { available: null, held: Number(raw.value), expired: null };
    return { ...oneHolder(raw, { tokenUnique: false, holdCount: null }), permits };
  },
  healthyFloor: null,
  hazards: ['counter-may-drift'],
  release: ({ key, token, seen }) => ({
    script: scripts.releaseCounter,
    keys: [key],
    args: [token, seen.deadlineMs],
  }),
  extend: (act, leaseMs) => extendString(act, leaseMs, act.seen.deadlineMs),
});
