import { defineFormat } from '../core/format';
import { byToken } from '../core/string-lock';
import { decodeRedisPy, isRecent, redisPyToken } from './redis-py-token';

/**
 * The lock of celery-redbeat's one scheduler: a redis-py Lock that is set back to five times the longest tick at every
 * tick. A beat that finds it gone stops with an error.
 */
export const celeryRedbeat = defineFormat({
  id: 'celery-redbeat',
  library: 'celery-redbeat',
  language: 'Python',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise({ raw, now }) {
    if (raw.length !== 32 || !/redbeat.*lock$/.test(raw.key)) return null;
    const uuid = redisPyToken(raw, now);
    if (!uuid) return null;
    return isRecent(uuid, now) ? 'certain' : 'likely';
  },
  decode: ({ raw, now }) => decodeRedisPy(raw, now),
  healthyFloor: { share: 0.8, always: true },
  lateUnlock: 'spares',
  hazards: ['process-may-crash'],
  ...byToken,
});
