import type { Confidence } from '../../contract/lock';
import { defineFormat, type Observation } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { looksDrawn, mayBeDrawn, tokenUnderName } from '../core/shapes';
import { bySeenDeadline, oneHolder } from '../core/string-lock';

/** 16 letters and digits, or the same as PHP serialises it where the connection has a serialiser. */
const OWNER = /^(?:[A-Za-z0-9]{16}|s:16:"[A-Za-z0-9]{16}";)$/;
const ofJob = nameAndValue([16, 24], /laravel_unique_job:|laravel-queue-overlap:/, OWNER);
/** Laravel serialises what it caches: under its cache prefix bare letters and digits are the owner of a lock. */
const ofCache = nameAndValue([16, 16], /_cache_|-cache-|laravel_cache:/, OWNER);

/** Laravel's unique jobs, jobs without overlap (both without TTL unless told otherwise) and Cache::lock. */
export const laravelLock = defineFormat({
  id: 'laravel-lock',
  library: 'Laravel',
  language: 'PHP',
  kind: 'mutex',
  redisType: 'string',
  names: [/laravel_unique_job:/, /laravel-queue-overlap:/],
  recognise: confidenceOf,
  alternatives: (sight) =>
    confidenceOf(sight) === 'possible' ? [{ id: 'go-zero', library: 'go-zero' }] : [],
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: null,
  // A unique job releases by force; everything else compares its owner.
  lateUnlock: ({ raw }) => (raw.key.includes('laravel_unique_job:') ? 'deletes' : 'spares'),
  hazards: ['second-run-overlaps'],
  ...bySeenDeadline,
});

function confidenceOf(sight: Observation): Confidence | null {
  const { key, ttlMs } = sight.raw;
  if (ofJob(sight)) return 'likely';
  const owner = ofCache(sight);
  if (!owner || !(sight.named ? mayBeDrawn : looksDrawn)(owner) || (ttlMs === 'none' && !sight.named))
    return null;
  return /[_-]database[_-]/.test(key) ? 'likely' : tokenUnderName(sight);
}
