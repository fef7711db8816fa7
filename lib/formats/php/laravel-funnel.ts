import { defineFormat } from '../core/format';
import { looksDrawn, mayBeDrawn, mayBeLock, tokenUnderName } from '../core/shapes';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';

const SLOT = /\D[1-9]\d{0,2}$/;
const TOKEN = /^[A-Za-z0-9]{20}$/;
/** Laravel's prefix of a connection. */
const CONNECTION = /[_-]database[_-]/;

/** One slot of Laravel's Redis funnel: the name and a number, each slot with a token of its own for a minute by default. */
export const laravelFunnel = defineFormat({
  id: 'laravel-funnel',
  library: 'Laravel funnel',
  language: 'PHP',
  kind: 'semaphore',
  redisType: 'string',
  names: [],
  recognise(sight) {
    const { raw, named } = sight;
    if (raw.length !== 20 || raw.ttlMs === 'none' || !(named || CONNECTION.test(raw.key))) return null;
    const value = wholeValue(raw) ?? '';
    if (!SLOT.test(raw.key) || !TOKEN.test(value) || !(named ? mayBeDrawn : looksDrawn)(value)) return null;
    return mayBeLock(raw, named) ? tokenUnderName(sight) : null;
  },
  alternatives: () => [
    { id: 'redis-plus-plus', library: 'redis-plus-plus' },
    { id: 'hand-written', library: 'hand-written SET NX PX' },
  ],
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: null,
  lateUnlock: 'spares',
  hazards: ['second-run-overlaps'],
  ...byToken,
});
