import { defineFormat } from './format';
import { mayBeLock } from './shapes';
import { bySeenDeadline, oneHolder } from './string-lock';

/** Any other string under a name that says lock. What its value means only the application knows. */
export const plainString = defineFormat({
  id: 'plain-string',
  library: 'unknown value',
  language: 'any',
  kind: 'plain',
  redisType: 'string',
  names: [],
  recognise: ({ raw, named }) => (named && raw.value !== null && mayBeLock(raw, named) ? 'possible' : null),
  decode: ({ raw }) => oneHolder(raw, { tokenUnique: false, holdCount: null }),
  healthyFloor: null,
  ...bySeenDeadline,
});
