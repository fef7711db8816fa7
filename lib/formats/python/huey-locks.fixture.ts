import type { Fixture } from '../core/fixture';
import { removeField } from '../core/fixture-unlocks';

const PICKLED = Buffer.from('\x80\x05\x95\x05\x00\x00\x00\x00\x00\x00\x00\x8c\x011\x94.', 'latin1');
const RESULT = Buffer.from('\x80\x05\x95\n\x00\x00\x00\x00\x00\x00\x00}\x94\x8c\x01a\x94K\x01s.', 'latin1');
const TASK = '1c6c8f9e-7f6d-4a53-9d8f-0d2f3a1b2c4d';
const successor = (key: string) => [['HSET', key, TASK, RESULT]] as const;

export const fixture: Fixture = {
  formatId: 'huey-locks',
  unlock: removeField,
  checkedAgainst: 'huey 3.5.4, RedisHuey (run): the app loses its dashes in the name, not in the field',
  examples: [
    {
      title: 'one lock and nothing else',
      key: (unique) => `huey.results.${unique}`,
      write: (key) => [['HSETNX', key, 'my-app.lock.report', PICKLED]],
      confidence: 'certain',
      holder: { token: 'my-app.lock.report', tokenUnique: false, label: 'report' },
      successor: (key) => [...successor(key)],
    },
    {
      title: 'two locks among results',
      key: (unique) => `huey.results.${unique}`,
      write: (key) => [
        ['HSETNX', key, 'app.lock.report', PICKLED],
        ['HSETNX', key, 'app.lock.import', PICKLED],
        ['HSET', key, TASK, RESULT],
      ],
      confidence: 'certain',
      holder: { token: 'app.lock.import', label: 'import' },
      holders: 2,
      staysAfterRelease: true,
      successor: (key) => [...successor(key)],
    },
  ],
  nearMisses: [
    {
      title: 'results only',
      key: (unique) => `huey.results.${unique}`,
      write: (key) => [['HSET', key, TASK, RESULT]],
      becomes: null,
    },
    {
      title: 'the result of a task whose id reads like a lock',
      key: (unique) => `huey.results.${unique}`,
      write: (key) => [['HSET', key, 'app.lock.report', RESULT]],
      becomes: null,
    },
  ],
};
