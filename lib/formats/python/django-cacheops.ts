import { defineFormat } from '../core/format';
import { oneHolder, wholeValue } from '../core/string-lock';

const NAME = /(?:^|[^a-z])(?:q|as|c):[0-9a-f]{32}$/;
const LONGEST_MS = 60_000;

/**
 * django-cacheops with `lock=True`: while one process computes a cache entry, the entry itself says `LOCK`. The others sleep
 * on a list, and the next of them computes it again. The key is the cache entry's own: it is shown and never freed.
 */
export const djangoCacheops = defineFormat({
  id: 'django-cacheops',
  library: 'django-cacheops',
  language: 'Python',
  kind: 'plain',
  redisType: 'string',
  names: [],
  recognise({ raw }) {
    if (raw.length !== 4 || wholeValue(raw) !== 'LOCK' || raw.ttlMs === 'none') return null;
    return raw.ttlMs <= LONGEST_MS && NAME.test(raw.key) ? 'likely' : null;
  },
  decode: ({ raw }) => oneHolder(raw, { tokenUnique: false }),
  healthyFloor: null,
  // It compares, and every holder writes the same.
  lateUnlock: 'deletes',
});
