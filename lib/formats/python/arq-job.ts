import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { bySeenDeadline, oneHolder } from '../core/string-lock';

const tokenIn = nameAndValue([1, 1], /arq:in-progress:./, /^1$/);

/** arq's mark of a job that a worker has. A cron job keeps it for a minute after its end, so that it runs once. */
export const arqJob = defineFormat({
  id: 'arq-job',
  library: 'arq',
  language: 'Python',
  kind: 'job',
  redisType: 'string',
  names: [/arq:in-progress:/],
  recognise: (sight) => (tokenIn(sight) ? 'likely' : null),
  decode: ({ raw }) => oneHolder(raw, { tokenUnique: false }),
  healthyFloor: null,
  lateUnlock: 'deletes',
  hazards: ['job-runs-twice', 'cool-down'],
  ...bySeenDeadline,
});
