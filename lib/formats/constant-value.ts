import { defineFormat } from './format';
import { mayBeLock } from './shapes';
import { bySeenDeadline, oneHolder, wholeValue } from './string-lock';

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
  recognise({ raw, named }) {
    if (!named || raw.length > 16) return null;
    return CONSTANTS.test(wholeValue(raw) ?? '') && mayBeLock(raw, named) ? 'possible' : null;
  },
  alternatives: () => [{ id: 'plain-string', library: 'a flag or a counter' }],
  decode: ({ raw }) => oneHolder(raw, { tokenUnique: false }),
  healthyFloor: null,
  ...bySeenDeadline,
});
