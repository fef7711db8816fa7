import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { bySeenDeadline, oneHolder } from '../core/string-lock';
import { isUuidV4 } from '../core/uuid-shapes';

const NAMES =
  /\{hangfire\}:.*(?<![A-Za-z])locks?(?![a-z])|lock:recurring-job:|recurring-jobs:lock$|locks:schedulepoller$|:dequeued:lock$/;
const tokenIn = nameAndValue([36, 36], NAMES, isUuidV4);

/** Hangfire's Redis storage: the value is one GUID of the whole server process, which takes the same lock again and again. */
export const hangfireLock = defineFormat({
  id: 'hangfire-lock',
  library: 'Hangfire.Redis.StackExchange',
  language: 'C#',
  kind: 'mutex',
  redisType: 'string',
  names: [/lock:recurring-job:/, /recurring-jobs:lock/],
  recognise: (sight) => (sight.raw.ttlMs !== 'none' && tokenIn(sight) ? 'likely' : null),
  decode: ({ raw }) =>
    oneHolder(raw, { tokenUnique: false, process: { host: null, pid: null, instance: raw.value } }),
  healthyFloor: { share: 0.5, always: true },
  lateUnlock: 'spares',
  hazards: ['running-job-fails'],
  ...bySeenDeadline,
});
