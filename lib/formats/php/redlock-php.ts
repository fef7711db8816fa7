import { defineFormat } from '../core/format';
import { mayBeLock, tokenUnderName } from '../core/shapes';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';
import { uniqidTime } from './php-uniqid';

const DAYS_30 = 30 * 86_400_000;

const ID = 'redlock-php';
/** An hour: longer leases are told by the name alone. */
const LONGEST_LEASE_MS = 3_600_000;
const MINUTE = 60_000;

/**
 * redlock-php and others that use PHP's uniqid. One of the last hour is no chance: random digits are one once in 800,000, of the
 * last 30 days once in 1,700.
 */
export const redlockPhp = defineFormat({
  id: ID,
  library: 'redlock-php',
  language: 'PHP',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise(sight) {
    const { raw, now, named, was } = sight;
    const madeMs = raw.length === 13 && mayBeLock(raw, named) ? uniqidTime(wholeValue(raw) ?? '') : null;
    if (madeMs === null || raw.ttlMs === 'none' || madeMs > now + MINUTE) return null;
    // It is made as the lock is asked for: what has run of the lease since is its age.
    if (now - madeMs + raw.ttlMs <= LONGEST_LEASE_MS || was === ID) return 'likely';
    return named && madeMs > now - DAYS_30 ? tokenUnderName(sight) : null;
  },
  alternatives: () => [{ id: 'hand-written', library: 'hand-written SET NX PX' }],
  decode({ raw }) {
    const atMs = uniqidTime(raw.value ?? '');
    return oneHolder(raw, { since: atMs === null ? null : { atMs, atLeast: false, atMost: true } });
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  hazards: ['other-nodes-hold'],
  ...byToken,
});
