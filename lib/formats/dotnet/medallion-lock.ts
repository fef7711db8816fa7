import { defineFormat } from '../core/format';
import { mayBeLock } from '../core/shapes';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';
import { medallionHolder } from './medallion-id';

/** Mutex of Medallion's DistributedLock.Redis: SET NX PX with machine, process and a GUID. */
export const medallionLock = defineFormat({
  id: 'medallion-lock',
  library: 'Medallion DistributedLock',
  language: 'C#',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise({ raw, named }) {
    if (raw.length < 36 || raw.ttlMs === 'none') return null;
    if (!medallionHolder(wholeValue(raw) ?? '', 'exclusive') || !mayBeLock(raw, named)) return null;
    return named ? 'likely' : 'possible';
  },
  alternatives: ({ named }) => (named ? [] : [{ id: 'hand-written', library: 'hand-written SET NX PX' }]),
  decode: ({ raw }) => oneHolder(raw, medallionHolder(raw.value ?? '', 'exclusive') ?? {}),
  healthyFloor: { share: 0.7, always: true },
  lateUnlock: 'spares',
  ...byToken,
});
