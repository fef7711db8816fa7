import { defineFormat } from '../core/format';
import { bySeenDeadline, oneHolder, wholeValue } from '../core/string-lock';
import { timeOf } from '../generic/timestamp-value';

const NAME = /(?<![A-Za-z])(?:workerslock|lock):[^:]+:[^:]+:\[.*\]$/s;
const SECONDS = /^\d{10}$/;

/**
 * node-resque's JobLock (one run at a time) and QueueLock (one in the queue): function, queue and arguments in the name, the
 * deadline in seconds as value. No extend: whether the lock is over is told by the value.
 */
export const nodeResqueLock = defineFormat({
  id: 'node-resque-lock',
  library: 'node-resque job lock',
  language: 'JavaScript',
  kind: 'timestamp',
  redisType: 'string',
  names: [/workerslock:/],
  recognise({ raw, now }) {
    const value = raw.length === 10 ? (wholeValue(raw) ?? '') : '';
    if (!SECONDS.test(value) || timeOf(value, now) === null || !raw.key.endsWith(']')) return null;
    return NAME.test(raw.key) ? 'likely' : null;
  },
  decode: ({ raw }) => oneHolder(raw, { tokenUnique: false }, Number(raw.value) * 1_000),
  healthyFloor: null,
  lateUnlock: 'deletes',
  hazards: ['second-run-overlaps'],
  release: bySeenDeadline.release,
});
