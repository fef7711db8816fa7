import type { RawKey } from '../../domain/keys/raw-key';
import { defineFormat } from '../core/format';
import { HEX_32 } from '../core/shapes';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';

const NAME = ':permit:';

/** redlock4j's semaphore: each permit is a key that ends in its own value. Nothing in Redis says how many there are. */
export const redlock4jPermit = defineFormat({
  id: 'redlock4j-permit',
  library: 'redlock4j semaphore',
  language: 'Java',
  kind: 'semaphore',
  redisType: 'string',
  names: [],
  recognise: ({ raw }) => (isPermit(raw) ? 'certain' : null),
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: null,
  lateUnlock: 'spares',
  ...byToken,
});

function isPermit(raw: RawKey): boolean {
  if (raw.length !== 32 || raw.ttlMs === 'none' || !raw.key.includes(NAME)) return false;
  const value = wholeValue(raw) ?? '';
  return HEX_32.test(value) && raw.key.endsWith(NAME + value);
}
