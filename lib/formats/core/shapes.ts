import type { TtlMs } from '../../contract/leaves';
import type { Confidence } from '../../contract/lock';
import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import type { Observation } from './format';
import { type NameStanding, readName } from './lock-names';

export const HEX_32 = /^[0-9a-f]{32}$/;

/** Whether the name says that a random value is something else than a lock. */
export function namesOtherSecret(key: ByteString): boolean {
  return readName(key) === 'other';
}

/**
 * A name as the sight has it: what a pattern, a channel or a format's own shape calls a lock is one, and a doubtful name is
 * one of a lock only where the key expires.
 */
export function standingOf({
  raw,
  named,
}: Pick<Observation, 'raw' | 'named'>): Exclude<NameStanding, 'doubtful'> {
  const standing = readName(raw.key);
  if (standing === 'doubtful') return raw.ttlMs === 'none' ? 'other' : 'inside';
  return named && standing === 'none' ? 'lock' : standing;
}

/**
 * Whether a value that proves nothing may count as a lock at all: its name says lock, or it expires and its name does not
 * say that it is a session id, a cache entry or something else. A pattern or a channel can call such things by name as
 * well, so that what is no lock by its own words stays none.
 */
export function mayBeLock(raw: RawKey, named: boolean): boolean {
  if (!named && raw.ttlMs === 'none') return false;
  return standingOf({ raw, named }) !== 'other';
}

/** How sure it is that a value which names a holder is a lock's, under such a name. */
export function confidenceIn(standing: NameStanding): Confidence | null {
  if (standing === 'other' || standing === 'none') return null;
  return standing === 'lock' ? 'likely' : 'possible';
}

const NOTHING = /^"?(?:0|false|off|no|none|nil|null|free|unlocked)?"?$/i;

/** Whether a value written by hand says that nobody holds the lock. */
export function holdsNothing(value: ByteString): boolean {
  return value.length <= 10 && NOTHING.test(value);
}

/** As sure as its name: a token that is a lock's under a lock's name, and only possible under one that says nothing. */
export function tokenUnderName(sight: Observation): Confidence {
  return (sight.named && confidenceIn(standingOf(sight))) || 'possible';
}

/** Whether text of letters and digits looks drawn by lot: upper case, lower case and digits all occur. */
export function looksDrawn(value: ByteString): boolean {
  return /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value);
}

/**
 * As `looksDrawn` of a token under a lock's name. One of 16 letters and digits in 16 has no digit; its capitals are then
 * about as many as its small letters, as those of a name are not.
 */
export function mayBeDrawn(value: ByteString): boolean {
  if (looksDrawn(value)) return true;
  const capitals = value.match(/[A-Z]/g)?.length ?? 0;
  const small = value.match(/[a-z]/g)?.length ?? 0;
  return capitals > small / 3 && small > capitals / 3;
}

/**
 * Whether a moment lies at the key's own deadline. Discourse keeps a key for a second longer than its value says and cuts
 * the value to whole seconds, which is up to 2 s; the rest is for two clocks and the way to the server.
 */
export function isDeadline(atMs: number, ttlMs: TtlMs, nowMs: number): boolean {
  return ttlMs !== 'none' && Math.abs(atMs - (nowMs + ttlMs)) <= 2_500;
}
