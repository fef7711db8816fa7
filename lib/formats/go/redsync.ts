import { defineFormat } from '../core/format';
import { mayBeLock } from '../core/shapes';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';

/** 16 bytes: the last digit before the padding has four bits of zero. */
const TOKEN = /^[A-Za-z0-9+/]{21}[AQgw]==$/;

/** redsync: 16 random bytes in base64. MD5 sums and nonces look the same, so the name has to say lock. */
export const redsync = defineFormat({
  id: 'redsync',
  library: 'redsync',
  language: 'Go',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise({ raw, named }) {
    const value = raw.length === 24 ? wholeValue(raw) : null;
    if (!value?.endsWith('==') || raw.ttlMs === 'none' || !TOKEN.test(value)) return null;
    if (!mayBeLock(raw, named)) return null;
    return named ? 'likely' : 'possible';
  },
  alternatives: () => [
    { id: 'warlock', library: 'node-redis-warlock' },
    { id: 'hand-written', library: 'hand-written SET NX PX' },
  ],
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: null,
  lateUnlock: 'spares',
  ...byToken,
});
