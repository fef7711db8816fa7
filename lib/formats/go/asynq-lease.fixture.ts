import type { Fixture } from '../core/fixture';

const TASK = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const OTHER = '11111111-03b0-4cd8-8966-8bbd088f8c58';
const seconds = (ms: number) => Math.floor(ms / 1000);

export const fixture: Fixture = {
  formatId: 'asynq-lease',
  unlock: null,
  checkedAgainst: 'asynq v0.26.0, internal/rdb/rdb.go (run)',
  examples: [
    {
      title: 'two tasks that run',
      key: (unique) => `asynq:{${unique}}:lease`,
      write: (key, nowMs) => [['ZADD', key, seconds(nowMs) + 30, OTHER, seconds(nowMs) + 12, TASK]],
      confidence: 'likely',
      holder: { token: TASK, tokenUnique: true },
      holders: 2,
      valueDeadlineMs: (nowMs) => (seconds(nowMs) + 12) * 1000,
      successor: (key, nowMs) => [['ZADD', key, seconds(nowMs) + 30, OTHER]],
    },
  ],
  nearMisses: [
    {
      title: 'tasks that are to run later',
      key: (unique) => `asynq:{${unique}}:scheduled`,
      write: (key, nowMs) => [['ZADD', key, seconds(nowMs) + 30, TASK]],
      becomes: null,
    },
    {
      title: 'scores that are no seconds',
      key: (unique) => `asynq:{${unique}}:lease`,
      write: (key) => [['ZADD', key, 0.5, TASK]],
      becomes: null,
    },
  ],
};
