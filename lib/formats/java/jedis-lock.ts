import type { RawKey } from '../../domain/keys/raw-key';
import { defineFormat } from '../core/format';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';
import { UUID } from '../core/uuid-shapes';
import { timeOf } from '../generic/timestamp-value';

const VALUE = new RegExp(`^${UUID}:(\\d{13})$`);
const HOUR = 3_600_000;

/**
 * jedis-lock: SETNX and GETSET with the id of the lock object and its deadline as value, no TTL. There is no extend: the
 * value is the deadline and the token at once.
 */
export const jedisLock = defineFormat({
  id: 'jedis-lock',
  library: 'jedis-lock',
  language: 'Java',
  kind: 'timestamp',
  redisType: 'string',
  names: [],
  recognise({ raw, now, named }) {
    const deadlineMs = deadlineOf(raw, now);
    if (deadlineMs === null) return null;
    if (named) return 'likely';
    return deadlineMs > now && deadlineMs < now + HOUR ? 'possible' : null;
  },
  alternatives: ({ named }) => (named ? [] : [{ id: 'plain-string', library: 'an id and a time' }]),
  decode: ({ raw, now }) => oneHolder(raw, {}, deadlineOf(raw, now)),
  healthyFloor: null,
  lateUnlock: 'deletes',
  release: byToken.release,
});

function deadlineOf(raw: RawKey, now: number): number | null {
  if (raw.length !== 50 || raw.ttlMs !== 'none') return null;
  const digits = VALUE.exec(wholeValue(raw) ?? '')?.[1];
  return digits ? timeOf(digits, now) : null;
}
