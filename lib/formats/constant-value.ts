import { defineFormat } from './format';
import { extendString, oneHolder, releaseString, wholeValue } from './string-lock';

const CONSTANTS =
  /^"?(?:1|true|yes|y|on|ok|lock|locked|held|taken|busy|running|started|processing|exclusive|x)"?$/i;

/** SETNX by hand with a value that names nobody: any holder writes the same, so only the deadline tells two apart. */
export const constantValue = defineFormat({
  id: 'constant-value',
  library: 'plain SETNX',
  language: 'any',
  kind: 'plain',
  redisType: 'string',
  names: [],
  recognise(raw, _now, named) {
    const value = wholeValue(raw);
    return named && value !== null && value.length <= 16 && CONSTANTS.test(value) ? 'possible' : null;
  },
  alternatives: () => [{ id: 'plain-string', library: 'a flag or a counter' }],
  decode: (raw) => oneHolder(raw, { tokenUnique: false }),
  healthyFloor: null,
  release: (key, token, seen) => releaseString(key, token, seen.deadlineMs, ''),
  extend: (key, token, leaseMs, seen) => extendString(key, token, leaseMs, seen.deadlineMs),
});
