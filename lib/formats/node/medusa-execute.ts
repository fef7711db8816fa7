import { defineFormat } from '../core/format';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';

const TOKEN = /^execute:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Medusa's `execute`: one token a call, renewed at a third of its lease; a loss aborts the call. */
export const medusaExecute = defineFormat({
  id: 'medusa-execute',
  library: 'Medusa execute',
  language: 'JavaScript',
  kind: 'mutex',
  redisType: 'string',
  names: [/medusa_lock:/],
  recognise({ raw, named }) {
    if (raw.length !== 44 || raw.ttlMs === 'none' || !TOKEN.test(wholeValue(raw) ?? '')) return null;
    if (raw.key.includes('medusa_lock:')) return 'certain';
    return named ? 'likely' : null;
  },
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: { share: 2 / 3, always: true },
  lateUnlock: 'spares',
  hazards: ['running-job-fails'],
  ...byToken,
});
