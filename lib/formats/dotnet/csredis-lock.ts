import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { byToken, oneHolder } from '../core/string-lock';
import { isUuidV4 } from '../core/uuid-shapes';

const tokenIn = nameAndValue([36, 36], /CSRedisClientLock:/, isUuidV4);

/** CSRedisCore: a GUID of each attempt; its timer renews at half the lease while the lock object lives. */
export const csredisLock = defineFormat({
  id: 'csredis-lock',
  library: 'CSRedisCore',
  language: 'C#',
  kind: 'mutex',
  redisType: 'string',
  names: [/CSRedisClientLock:/],
  recognise: (sight) => (sight.raw.ttlMs !== 'none' && tokenIn(sight) ? 'likely' : null),
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: { share: 0.5 },
  lateUnlock: 'spares',
  ...byToken,
});
