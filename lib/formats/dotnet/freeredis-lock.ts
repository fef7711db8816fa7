import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { byToken, oneHolder } from '../core/string-lock';
import { isUuidV4 } from '../core/uuid-shapes';

const tokenIn = nameAndValue([36, 36], /(?<!CS)RedisClientLock:/, isUuidV4);

/** FreeRedis, the successor of CSRedisCore: the same lock under another name. */
export const freeredisLock = defineFormat({
  id: 'freeredis-lock',
  library: 'FreeRedis',
  language: 'C#',
  kind: 'mutex',
  redisType: 'string',
  names: [/RedisClientLock:/],
  recognise: (sight) => (sight.raw.ttlMs !== 'none' && tokenIn(sight) ? 'likely' : null),
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: { share: 0.5 },
  lateUnlock: 'spares',
  ...byToken,
});
