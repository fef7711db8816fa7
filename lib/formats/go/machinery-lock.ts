import type { RawKey } from '../../domain/keys/raw-key';
import { defineFormat } from '../core/format';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';
import { timeOf } from '../generic/timestamp-value';

/**
 * machinery's lock of a periodic task: its deadline in nanoseconds, which no two processes draw alike. Nobody releases it:
 * it keeps other processes from running the task again in the same period. The value is the token, so there is no extend.
 */
export const machineryLock = defineFormat({
  id: 'machinery-lock',
  library: 'machinery periodic task',
  language: 'Go',
  kind: 'timestamp',
  redisType: 'string',
  names: [/machinery_lock_/],
  recognise: ({ raw, now }) => (deadlineOf(raw, now) === null ? null : 'certain'),
  decode({ raw, now }) {
    const label = raw.key.slice(raw.key.indexOf('machinery_lock_') + 'machinery_lock_'.length);
    return oneHolder(raw, { label }, deadlineOf(raw, now));
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  hazards: ['second-run-overlaps'],
  release: byToken.release,
});

function deadlineOf(raw: RawKey, now: number): number | null {
  if (raw.length !== 19 || !raw.key.includes('machinery_lock_')) return null;
  return timeOf(wholeValue(raw) ?? '', now);
}
