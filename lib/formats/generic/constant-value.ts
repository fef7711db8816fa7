import type { Confidence } from '../../contract/lock';
import type { Observation } from '../core/format';
import { defineFormat } from '../core/format';
import { standingOf } from '../core/shapes';
import { bySeenDeadline, oneHolder, wholeValue } from '../core/string-lock';

const HELD = /^"?(?:1|true|lock|locked|held|taken|busy|running|started|processing|exclusive|x)"?$/i;
/** These switch something on as well. */
const SWITCHED = /^"?(?:yes|y|on|ok)"?$/i;

/** SETNX by hand with a value that names nobody: any holder writes the same, so only the deadline tells two apart. */
export const constantValue = defineFormat({
  id: 'constant-value',
  library: 'plain SETNX',
  language: 'any',
  kind: 'plain',
  redisType: 'string',
  names: [],
  recognise: confidenceOf,
  alternatives: ({ raw }) => [
    ...(raw.value === '1' && raw.ttlMs !== 'none' ? [{ id: 'dramatiq', library: 'dramatiq' }] : []),
    { id: 'plain-string', library: 'a flag or a counter' },
  ],
  decode: ({ raw }) => oneHolder(raw, { tokenUnique: false }),
  healthyFloor: null,
  lateUnlock: 'deletes',
  ...bySeenDeadline,
});

function confidenceOf({ raw, named }: Observation): Confidence | null {
  if (!named || raw.length > 16) return null;
  const value = wholeValue(raw) ?? '';
  const standing = standingOf({ raw, named });
  if (standing === 'other' || !(HELD.test(value) || SWITCHED.test(value))) return null;
  return standing === 'lock' && HELD.test(value) ? 'likely' : 'possible';
}
