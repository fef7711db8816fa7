import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN = 'q83vEjRW-JCrze8SNFZ4kA';
const LETTERS = 'q83vEjRWeJCrze8SNFZ4kA';

export const fixture: Fixture = {
  formatId: 'bsm-redislock',
  unlock: compareAndDelete,
  checkedAgainst: 'bsm/redislock v0.9.4, redislock.go (run: 100 locks, half of them with metadata)',
  examples: [
    {
      title: 'a lock with a lock-like name',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      confidence: 'likely',
      holder: { token: TOKEN, tokenUnique: true, label: null },
    },
    {
      title: 'a lock under any name',
      key: (unique) => `${unique}:order`,
      write: (key) => [['SET', key, TOKEN, 'NX', 'PX', 30_000]],
      confidence: 'possible',
      holder: {},
    },
    {
      title: 'a token without a decimal digit',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 'qVEjRWeJ-rzeSNFZkAbcdA', 'NX', 'PX', 30_000]],
      confidence: 'likely',
      holder: {},
    },
    {
      title: 'a lock with metadata',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, `${TOKEN}pod-7`, 'NX', 'PX', 30_000]],
      confidence: 'likely',
      holder: { token: `${TOKEN}pod-7`, label: 'pod-7' },
    },
  ],
  nearMisses: [
    {
      title: 'a token that has letters and digits only, as those of other libraries',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, LETTERS, 'NX', 'PX', 30_000]],
      becomes: 'random-token',
    },
    {
      title: 'a token without a decimal digit under any name',
      key: (unique) => `${unique}:order`,
      write: (key) => [['SET', key, 'qVEjRWeJ-rzeSNFZkAbcdA', 'PX', 30_000]],
      becomes: null,
    },
    {
      title: '22 digits that are not 16 bytes',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 'q83vEjRWeJCrze8SNFZ4kB', 'NX', 'PX', 30_000]],
      becomes: 'random-token',
    },
    {
      title: 'a token with metadata under any name',
      key: (unique) => `${unique}:order`,
      write: (key) => [['SET', key, `${TOKEN}pod-7`, 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'a sentence of 22 characters',
      key: (unique) => `${unique}:order`,
      write: (key) => [['SET', key, 'this-is-a-plain-string', 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'a web token',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 'eyJhbGciOiJIUzI1NiIsInA.eyJzdWIiOiIxIn0.c2ln', 'PX', 30_000]],
      becomes: 'plain-string',
    },
  ],
};
