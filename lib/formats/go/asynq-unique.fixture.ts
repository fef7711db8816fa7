import type { Example, Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TASK = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const MD5 = '99914b932bd37a50b983c5e7c90ae93b';

function example(title: string, suffix: string, label: string): Example {
  return {
    title,
    key: (unique) => `asynq:{${unique}}:unique:email:welcome:${suffix}`,
    write: (key) => [
      ['SET', key, TASK, 'NX', 'EX', 3_600],
      ['HSET', `${key.split(':unique:')[0]}:t:${TASK}`, 'msg', 'x', 'state', 'active', 'unique_key', key],
    ],
    confidence: 'certain',
    holder: { token: TASK, tokenUnique: true, label },
  };
}

export const fixture: Fixture = {
  formatId: 'asynq-unique',
  unlock: compareAndDelete,
  checkedAgainst: 'asynq v0.26.0, internal/rdb/rdb.go (run)',
  examples: [
    example('a task that runs', MD5, 'email:welcome (active)'),
    example('a task without payload', '', 'email:welcome (active)'),
    {
      title: 'a task that is gone',
      key: (unique) => `asynq:{${unique}}:unique:report:${MD5}`,
      write: (key) => [['SET', key, 'report-of-may', 'NX', 'EX', 3_600]],
      confidence: 'likely',
      holder: { token: 'report-of-may', tokenUnique: false, label: 'report' },
    },
  ],
  nearMisses: [
    {
      title: 'a number of tasks',
      key: (unique) => `asynq:{${unique}}:processed:2026-11-21`,
      write: (key) => [['SET', key, 42, 'EX', 3_600]],
      becomes: null,
    },
    {
      title: 'a unique key of another library',
      key: (unique) => `jobs:{${unique}}:unique:email:${MD5}`,
      write: (key) => [['SET', key, '1', 'EX', 3_600]],
      becomes: 'constant-value',
    },
  ],
};
