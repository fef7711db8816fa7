import { defineFormat } from '../core/format';
import { bySeenDeadline, oneHolder } from '../core/string-lock';

const NOBODY = '*';

/** Medusa's `acquire`: the caller's own name, or `*` for nobody; never renewed, and without TTL unless one was asked for. */
export const medusaLock = defineFormat({
  id: 'medusa-lock',
  library: 'Medusa acquire',
  language: 'JavaScript',
  kind: 'mutex',
  redisType: 'string',
  names: [/medusa_lock:/],
  recognise: ({ raw }) => (raw.value && raw.key.includes('medusa_lock:') ? 'likely' : null),
  decode({ raw }) {
    const owner = raw.value === NOBODY ? null : raw.value;
    return oneHolder(raw, { tokenUnique: owner !== null, label: owner });
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  ...bySeenDeadline,
});
