import { defineFormat } from '../core/format';
import { byToken, oneHolder } from '../core/string-lock';
import { UUID } from '../core/uuid-shapes';

const ID = new RegExp(UUID);

/**
 * JetCache's lock around the refresh of a cache entry: a random UUID in whatever the cache serialises to. Its tryLock for
 * applications locks the name of the cache key itself, which nothing tells from an entry.
 */
export const jetcache = defineFormat({
  id: 'jetcache',
  library: 'JetCache refresh lock',
  language: 'Java',
  kind: 'mutex',
  redisType: 'string',
  names: [/_#RL#/],
  recognise({ raw }) {
    if (raw.ttlMs === 'none' || !raw.key.endsWith('_#RL#') || raw.length > 512) return null;
    return ID.test(raw.value ?? '') ? 'certain' : 'likely';
  },
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: null,
  lateUnlock: 'deletes',
  ...byToken,
});
