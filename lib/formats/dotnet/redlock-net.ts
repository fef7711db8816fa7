import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { byToken, oneHolder } from '../core/string-lock';
import { isUuidV4 } from '../core/uuid-shapes';

const tokenIn = nameAndValue([36, 36], /redlock:/, isUuidV4);

/** RedLock.net: `redlock:` and a GUID of each lock. Its timer, every half lease, writes a key that is missing again. */
export const redlockNet = defineFormat({
  id: 'redlock-net',
  library: 'RedLock.net',
  language: 'C#',
  kind: 'mutex',
  redisType: 'string',
  names: [/redlock:/],
  recognise: (sight) => (sight.raw.ttlMs !== 'none' && tokenIn(sight) ? 'likely' : null),
  ofSeveral: true,
  alternatives: () => [
    { id: 'pottery', library: 'pottery' },
    { id: 'redlock-rb', library: 'redlock-rb' },
  ],
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: { share: 0.5 },
  lateUnlock: 'spares',
  hazards: ['key-re-created', 'other-nodes-hold'],
  ...byToken,
});
