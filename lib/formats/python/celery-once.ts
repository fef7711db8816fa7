import { type ByteString, textOf } from '../../domain/keys/bytes';
import { defineFormat } from '../core/format';
import { byToken } from '../core/string-lock';
import { decodeRedisPy, isRecent, redisPyToken } from './redis-py-token';

const NAME = /(?:^|[^A-Za-z0-9])qo_(.+)$/s;
const LABEL_BYTES = 120;

/** celery-once: a redis-py Lock from queueing to the end of a task, whose name and arguments make up the key. */
export const celeryOnce = defineFormat({
  id: 'celery-once',
  library: 'celery-once',
  language: 'Python',
  kind: 'job',
  redisType: 'string',
  names: [/qo_[a-z]/],
  recognise({ raw, now }) {
    if (raw.length !== 32 || !NAME.test(raw.key)) return null;
    const uuid = redisPyToken(raw, now);
    if (!uuid) return null;
    return isRecent(uuid, now) ? 'certain' : 'likely';
  },
  decode: ({ raw, now }) => decodeRedisPy(raw, now, taskOf(raw.key)),
  healthyFloor: null,
  lateUnlock: 'deletes',
  hazards: ['second-run-overlaps'],
  ...byToken,
});

/** Task and arguments, `_` between them and inside of them: no more can be told apart. */
function taskOf(key: ByteString): string | null {
  const task = NAME.exec(key)?.[1] ?? '';
  return textOf(task.length > LABEL_BYTES ? `${task.slice(0, LABEL_BYTES)}...` : task);
}
