import type { RawKey } from '../../domain/keys/raw-key';
import { defineFormat } from '../core/format';
import { bySeenDeadline, oneHolder, wholeValue } from '../core/string-lock';

const NAME = /asynq:\{(.{1,256}?)\}:unique:(.{1,512}?):(?:[0-9a-f]{32})?$/s;

/**
 * asynq's unique tasks: the value is the id of the task that is enqueued, kept until it completes or the TTL ends. It goes
 * by the id alone, and applications may choose ids, so the deadline is compared too.
 */
export const asynqUnique = defineFormat({
  id: 'asynq-unique',
  library: 'asynq unique task',
  language: 'Go',
  kind: 'job',
  redisType: 'string',
  names: [/\}:unique:/],
  companions: { of: (raw) => taskOf(raw) ?? [], always: true },
  recognise: ({ raw, companions }) => {
    const [task] = taskOf(raw) ?? [];
    if (task === undefined) return null;
    return companions.get(task)?.type === 'hash' ? 'certain' : 'likely';
  },
  decode({ raw, companions }) {
    const [task = ''] = taskOf(raw) ?? [];
    const state = companions.get(task)?.hash?.find(([field]) => field === 'state')?.[1];
    const [, , type = null] = NAME.exec(raw.key) ?? [];
    const id = wholeValue(raw) ?? '';
    const label = state === undefined ? type : `${type} (${state})`;
    return oneHolder(raw, { tokenUnique: /^[0-9a-f-]{36}$/.test(id), label });
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  hazards: ['second-run-overlaps'],
  ...bySeenDeadline,
});

/** The task's own key; null when this is no such lock. */
function taskOf(raw: RawKey): [string] | null {
  const value = raw.length > 0 && raw.length <= 256 ? wholeValue(raw) : null;
  const at = value === null ? -1 : raw.key.indexOf('}:unique:');
  if (at < 0 || !NAME.test(raw.key)) return null;
  return [`${raw.key.slice(0, at + 1)}:t:${value}`];
}
