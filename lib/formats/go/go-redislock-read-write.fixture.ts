import type { Example, Fixture } from '../core/fixture';
import type { Command } from '../core/fixture-unlocks';
import { removeField } from '../core/fixture-unlocks';

const A = 'lock_token:8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const B = 'lock_token:11111111-03b0-4cd8-8966-8bbd088f8c58';
const NEXT = 'lock_token:22222222-03b0-4cd8-8966-8bbd088f8c58';

function hash(key: string, ...fields: (string | number)[]): Command[] {
  return [
    ['HSET', key, ...fields],
    ['PEXPIRE', key, 5_000],
  ];
}

const successor: Example['successor'] = (key) => hash(key, 'mode', 'write', 'writer', NEXT, 'wcount', 1);

export const fixture: Fixture = {
  formatId: 'go-redislock-read-write',
  unlock: removeField,
  checkedAgainst: 'jefferyjob/go-redislock 1.x, lua/readLock.lua, lua/writeLock.lua (source)',
  examples: [
    {
      title: 'a writer that entered twice',
      key: (unique) => `${unique}:document`,
      write: (key) => hash(key, 'mode', 'write', 'writer', A, 'wcount', 2),
      confidence: 'certain',
      holder: { token: A, mode: 'write', holdCount: 2 },
      successor,
    },
    {
      title: 'two readers',
      key: (unique) => `${unique}:document`,
      write: (key) => hash(key, 'mode', 'read', 'rcount', 3, `r:${A}`, 2, `r:${B}`, 1),
      confidence: 'certain',
      holder: { token: A, mode: 'read', holdCount: 2 },
      holders: 2,
      staysAfterRelease: true,
      successor,
    },
    {
      title: 'the last reader',
      key: (unique) => `${unique}:document`,
      write: (key) => hash(key, 'mode', 'read', 'rcount', 1, `r:${A}`, 1),
      confidence: 'certain',
      holder: { token: A, mode: 'read', holdCount: 1 },
      successor,
    },
    {
      title: 'a writer that reads as well',
      key: (unique) => `${unique}:document`,
      write: (key) => hash(key, 'mode', 'write', 'writer', A, 'wcount', 1, 'rcount', 1, `r:${A}`, 1),
      confidence: 'certain',
      holder: { token: A, mode: 'write', holdCount: 2 },
      successor,
    },
  ],
  nearMisses: [
    {
      title: 'a hash with a mode and other fields',
      key: (unique) => `${unique}:document`,
      write: (key) => hash(key, 'mode', 'read', 'rcount', 1, `r:${A}`, 1, 'title', 'x'),
      becomes: null,
    },
    {
      title: 'a reader whose token has another shape',
      key: (unique) => `${unique}:document`,
      write: (key) => hash(key, 'mode', 'read', 'rcount', 1, 'r:lock_token:42', 1),
      becomes: null,
    },
  ],
};
