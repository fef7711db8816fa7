import { defineFormat } from '../core/format';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';
import { medallionHolder } from './medallion-id';

/**
 * Medallion's reader-writer lock while it is written under: only then is there a `.writer` key that names a holder, and
 * never beside readers. What a waiting writer leaves there belongs to the readers' lock (medallion-read-lock.ts).
 */
export const medallionWriteLock = defineFormat({
  id: 'medallion-write-lock',
  library: 'Medallion reader-writer lock',
  language: 'C#',
  kind: 'read-write',
  redisType: 'string',
  names: [],
  recognise({ raw }) {
    if (raw.length < 36 || raw.ttlMs === 'none' || !raw.key.endsWith('.writer')) return null;
    return medallionHolder(wholeValue(raw) ?? '', 'write') ? 'certain' : null;
  },
  decode: ({ raw }) => oneHolder(raw, medallionHolder(raw.value ?? '', 'write') ?? {}),
  healthyFloor: { share: 0.7, always: true },
  lateUnlock: 'spares',
  ...byToken,
});
