import { defineFormat } from '../core/format';
import { GUID, nameAndValue } from '../core/name-and-value';
import { byToken, oneHolder } from '../core/string-lock';

const tokenIn = nameAndValue([1, 255], /SINGLETONLOCK_[0-9a-f]{32}$/, /^\S+$/);

/**
 * celery-singleton: the id of the task that is queued or runs, without TTL by default. A task that is revoked or killed
 * leaves it behind.
 */
export const celerySingleton = defineFormat({
  id: 'celery-singleton',
  library: 'celery-singleton',
  language: 'Python',
  kind: 'job',
  redisType: 'string',
  names: [/SINGLETONLOCK_/],
  recognise(sight) {
    const value = tokenIn(sight);
    if (value === null) return null;
    return GUID.test(value) ? 'certain' : 'likely';
  },
  decode: ({ raw }) => oneHolder(raw, { label: `task ${raw.value}` }),
  healthyFloor: null,
  lateUnlock: 'deletes',
  hazards: ['second-run-overlaps'],
  ...byToken,
});
