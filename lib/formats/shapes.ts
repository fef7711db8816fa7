import type { ByteString } from '../domain/bytes';
import type { TtlMs } from '../domain/lock';
import type { RawKey } from '../domain/raw-key';
import { LOCK_WORDS, wordShapes } from './word-shapes';

export const HEX_32 = /^[0-9a-f]{32}$/;

/** Things that hold random values, live for a while and are no locks. */
const OTHER_SECRETS = new RegExp(
  wordShapes([
    ...[
      'sess(?:ion)?s?',
      'csrf',
      'xsrf',
      'tokens?',
      'nonces?',
      'caches?',
      'cached',
      'idempotency(?:keys?)?',
      'otp',
      'cookies?',
    ],
    ...[
      'oauth',
      'jwt',
      'apikeys?',
      'etags?',
      'hash(?:es)?',
      'digests?',
      'checksums?',
      'captchas?',
      'invites?',
    ],
    ...[
      'throttle',
      'ratelimit(?:er)?s?',
      'rate[-_]limit(?:er)?s?',
      'limiter',
      'verification',
      'verify',
      'secrets?',
      'uuid',
      'guid',
    ],
  ]).join('|'),
);

const SAYS_LOCK = new RegExp(wordShapes(LOCK_WORDS).join('|'));

/** Whether the name says that a random value is something else than a lock. */
export function namesOtherSecret(key: ByteString): boolean {
  return OTHER_SECRETS.test(key);
}

/**
 * Whether a value that proves nothing may count as a lock at all: its name says lock, or it lapses and its name does not
 * say that it is a session id, a cache entry or another kind of secret. A pattern or a channel can call such things by
 * name as well, so that what is no lock by its own words stays none.
 */
export function mayBeLock({ key, ttlMs }: RawKey, named: boolean): boolean {
  if (!named && ttlMs === 'none') return false;
  return !namesOtherSecret(key) || (named && SAYS_LOCK.test(key));
}

/** Whether text of letters and digits looks drawn by lot: upper case, lower case and digits all occur. */
export function looksDrawn(value: ByteString): boolean {
  return /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value);
}

/** Whether a moment lies at the key's own deadline, as far as two clocks and whole seconds allow. */
export function isDeadline(atMs: number, ttlMs: TtlMs, nowMs: number): boolean {
  return ttlMs !== 'none' && Math.abs(atMs - (nowMs + ttlMs)) <= 2_000;
}
