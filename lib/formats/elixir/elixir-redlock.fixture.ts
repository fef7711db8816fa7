import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = '8843d7f92416211de9eb'.repeat(4);

export const fixture: Fixture = {
  formatId: 'elixir-redlock',
  unlock: compareAndDelete,
  checkedAgainst: 'lyokato/redlock, lib/redlock/executor.ex (catalogue)',
  examples: [
    {
      title: 'a lock',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      confidence: 'likely',
      holder: { token: TOKEN, tokenUnique: true },
    },
  ],
  nearMisses: [
    {
      title: '80 digits under any name',
      key: (unique) => `${unique}:file`,
      write: (key) => [['SET', key, TOKEN, 'PX', 30_000]],
      becomes: null,
    },
    {
      title: '64 digits',
      key: (unique) => `${unique}:file`,
      write: (key) => [['SET', key, TOKEN.slice(0, 64), 'PX', 30_000]],
      becomes: null,
    },
  ],
};
