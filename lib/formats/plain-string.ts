import { defineFormat } from './format';
import { extendString, oneHolder, releaseString } from './string-lock';

/** Any other string under a name that says lock. What its value means only the application knows. */
export const plainString = defineFormat({
  id: 'plain-string',
  library: 'unknown value',
  language: 'any',
  kind: 'plain',
  redisType: 'string',
  names: [/lockfiles\//],
  recognise: (raw, _now, named) => (named && raw.value !== null ? 'possible' : null),
  decode: (raw) => oneHolder(raw, { tokenUnique: false, holdCount: null }),
  healthyFloor: null,
  release: (key, token, seen) => releaseString(key, token, seen.deadlineMs, ''),
  extend: (key, token, leaseMs, seen) => extendString(key, token, leaseMs, seen.deadlineMs),
});
