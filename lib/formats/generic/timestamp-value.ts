import type { Confidence, FormatRef } from '../../contract/lock';
import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { defineFormat, type Observation } from '../core/format';
import { confidenceIn, isDeadline, mayBeLock, standingOf } from '../core/shapes';
import { bySeenDeadline, oneHolder, wholeValue } from '../core/string-lock';

const YEARS_10 = 3_653 * 86_400_000;

/** Libraries that keep a deadline of so many digits in a key without TTL. */
const LIBRARIES: ReadonlyMap<number, readonly FormatRef[]> = new Map([
  [10, [{ id: 'resque-lock-timeout', library: 'resque-lock-timeout' }]],
  [13, [{ id: 'servicestack-redis', library: 'ServiceStack.Redis' }]],
]);
const RUBY_FLOATS: readonly FormatRef[] = [
  { id: 'redis-mutex', library: 'redis-mutex (Ruby)' },
  { id: 'redis-objects', library: 'redis-objects' },
];
const DISCOURSE: FormatRef = { id: 'discourse', library: 'Discourse' };

/** Libraries that keep a time under a name of their own. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/RedisMutex:/, 'redis-mutex (Ruby)'],
  [/(?:^|:)(?:loner|resque):lock:/, 'resque-lock-timeout'],
  [/rq:scheduler_lock$/, 'rq-scheduler'],
];

type Meaning = { atMs: number; is: 'deadline' | 'acquired' | 'passed' };

/**
 * SETNX and GETSET by hand with a time as value: usually the deadline, sometimes the moment of acquiring. There is no
 * extend: the value is the deadline and the token at once, so rewriting it would make the holder's release fail.
 */
export const timestampValue = defineFormat({
  id: 'timestamp-value',
  library: 'SETNX with a time',
  language: 'any',
  kind: 'timestamp',
  redisType: 'string',
  names: [],
  recognise(sight) {
    const meaning = meaningOf(sight.raw, sight.now);
    return meaning && mayBeLock(sight.raw, sight.named) ? confidenceOf(sight, meaning) : null;
  },
  alternatives: ({ raw, now }) => otherMeanings(raw, meaningOf(raw, now)),
  libraryOf: ({ raw }) => libraryNamed(raw.key),
  decode({ raw, now }) {
    const meaning = meaningOf(raw, now);
    if (meaning?.is === 'acquired') {
      return oneHolder(raw, { tokenUnique: false, since: { atMs: meaning.atMs, atLeast: false } });
    }
    return oneHolder(raw, { tokenUnique: false }, meaning?.atMs ?? null);
  },
  healthyFloor: null,
  lateUnlock: 'unknown',
  release: bySeenDeadline.release,
});

/** Epoch ms of 10 (s), 13 (ms), 16 (µs) or 19 (ns) digits or seconds with a fraction, within ten years of now. */
export function timeOf(value: string, now: number): number | null {
  if (!/^\d{10}(?:\.\d{1,9}|\d{3}|\d{6}|\d{9})?$/.test(value)) return null;
  const digits = value.replace('.', '').padEnd(13, '0');
  const atMs = Number(digits.slice(0, 13));
  return Math.abs(atMs - now) < YEARS_10 ? atMs : null;
}

function meaningOf(raw: RawKey, now: number): Meaning | null {
  const value = wholeValue(raw);
  const atMs = value !== null && value.length <= 20 ? timeOf(value, now) : null;
  if (atMs === null) return null;
  if (atMs > now || isDeadline(atMs, raw.ttlMs, now)) return { atMs, is: 'deadline' };
  return { atMs, is: raw.ttlMs === 'none' ? 'passed' : 'acquired' };
}

function confidenceOf(sight: Observation, { atMs }: Meaning): Confidence | null {
  if (!sight.named) return isDeadline(atMs, sight.raw.ttlMs, sight.now) ? 'possible' : null;
  return libraryNamed(sight.raw.key) === null ? confidenceIn(standingOf(sight)) : 'likely';
}

function libraryNamed(key: ByteString): string | null {
  return NAMED.find(([name]) => name.test(key))?.[1] ?? null;
}

/** One reading cannot tell a deadline that has passed from a moment of acquiring. */
function otherMeanings(raw: RawKey, meaning: Meaning | null): FormatRef[] {
  const libraries = librariesOf(raw);
  const acquired = { id: 'acquire-time', library: 'SETNX with the time of acquiring' };
  return meaning?.is === 'passed' ? [acquired, ...libraries] : [...libraries];
}

function librariesOf(raw: RawKey): readonly FormatRef[] {
  if (raw.ttlMs !== 'none') return raw.length === 10 ? [DISCOURSE] : [];
  return raw.value?.includes('.') ? RUBY_FLOATS : (LIBRARIES.get(raw.length) ?? []);
}
