import { scripts } from '../../redis/scripts.generated';
import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { bySeenDeadline, extendString, oneHolder } from '../core/string-lock';

const EXCLUSIVE = '"exclusive"';
const tokenIn = nameAndValue([1, 11], /lockfiles\/[0-9a-f]{32}/, /^(?:"exclusive"|[1-9]\d{0,6})$/);

/** File locks of Nextcloud and ownCloud: exclusive, or the number of those who share it. Neither names anybody. */
export const nextcloudLock = defineFormat({
  id: 'nextcloud-lock',
  library: 'Nextcloud file lock',
  language: 'PHP',
  kind: 'read-write',
  redisType: 'string',
  names: [/lockfiles\//],
  recognise: (sight) => (tokenIn(sight) ? 'certain' : null),
  decode({ raw }) {
    if (raw.value === EXCLUSIVE) return oneHolder(raw, { tokenUnique: false });
    const shared = oneHolder(raw, { tokenUnique: false, mode: 'read', holdCount: null });
    return { ...shared, permits: { available: null, held: Number(raw.value), expired: null } };
  },
  healthyFloor: null,
  // Every holder of an exclusive lock writes the same, and every reader counts.
  lateUnlock: ({ raw }) => (raw.value?.includes('exclusive') ? 'deletes' : 'drifts'),
  takesMemory: ['release'],
  release(act) {
    if (act.token === EXCLUSIVE) return bySeenDeadline.release(act);
    const { key, token, seen } = act;
    return { script: scripts.releaseCounter, keys: [key], args: [token, seen.deadlineMs] };
  },
  extend: (act, leaseMs) => extendString(act, leaseMs, act.seen.deadlineMs),
});
