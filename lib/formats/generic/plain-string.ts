import type { Confidence } from '../../contract/lock';
import type { ByteString } from '../../domain/keys/bytes';
import type { Observation } from '../core/format';
import { defineFormat } from '../core/format';
import { holdsNothing, standingOf } from '../core/shapes';
import { bySeenDeadline, oneHolder } from '../core/string-lock';

/** Any other string under a name that says lock. What its value means only the application knows. */
export const plainString = defineFormat({
  id: 'plain-string',
  library: 'unknown value',
  language: 'any',
  kind: 'plain',
  redisType: 'string',
  names: [],
  recognise: confidenceOf,
  decode: ({ raw }) => oneHolder(raw, { tokenUnique: false, holdCount: null }),
  healthyFloor: null,
  lateUnlock: 'unknown',
  ...bySeenDeadline,
});

/** What software writes that keeps documents: JSON, PHP's, Ruby's and Python's serialised values, markup. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: serialised values begin with them
const DOCUMENT = /^(?:[[{<]|[aOs]:\d+:|\x04\x08|\x80[\x02-\x05])/;
/** A document that speaks of whoever holds the lock. */
const OF_HOLDER = /"(?:lock|owner|holder|acquired|taken)/i;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** One word with a number in it, as hosts, workers and requests are called; a version is none. */
const NAME = /^(?!v\d)(?=.*\d)[a-z][\w.:@/{}-]{2,127}$/i;

/** A number or a document is a setting, unless a name that says lock has a TTL; any other text may name a holder. */
function confidenceOf({ raw, named }: Observation): Confidence | null {
  if (!named || raw.value === null || holdsNothing(raw.value)) return null;
  const standing = standingOf({ raw, named });
  if (standing === 'other') return null;
  if (standing === 'inside' && (raw.ttlMs === 'none' || isSetting(raw.value))) return null;
  if (raw.ttlMs === 'none' && isSetting(raw.value)) return null;
  return standing === 'lock' && NAME.test(raw.value) ? 'likely' : 'possible';
}

function isSetting(value: ByteString): boolean {
  return NUMBER.test(value) || (DOCUMENT.test(value) && !OF_HOLDER.test(value));
}
