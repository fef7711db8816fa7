import { describe, expect, test } from 'vitest';
import { collides, type ReadAs, wasLock } from './collision';

const redisson: ReadAs = {
  formatId: 'redisson-lock',
  library: 'Redisson RLock',
  type: 'hash',
  confidence: 'likely',
  named: false,
  unknown: false,
  alternatives: [],
  atMs: 0,
};
const mutex: ReadAs = {
  ...redisson,
  formatId: 'lockscope-mutex',
  library: 'Lockscope mutex',
  type: 'string',
  confidence: 'certain',
};
const python: ReadAs = { ...mutex, formatId: 'redis-py-lock', library: 'redis-py Lock' };
const anybody: ReadAs = {
  ...mutex,
  formatId: 'random-token',
  library: 'random token',
  confidence: 'possible',
};
const unknown: ReadAs = {
  ...anybody,
  formatId: 'unknown-value',
  library: 'unknown value',
  unknown: true,
};

describe('two readings of one key', () => {
  test.each<[string, ReadAs, ReadAs]>([
    ['of two types', redisson, mutex],
    ['of two libraries that sign what they write', mutex, python],
    ['of a lock and a value that is none', mutex, unknown],
    ['of a lock and a value of another type', redisson, unknown],
    ['of another type under a lock name', redisson, { ...anybody, named: true }],
  ])('%s collide, whichever came first', (_, a, b) => {
    expect([collides(a, b), collides(b, a)]).toEqual([true, true]);
  });

  test.each<[string, ReadAs, ReadAs]>([
    ['of one format', mutex, mutex],
    [
      'of one library',
      redisson,
      { ...redisson, formatId: 'redisson-fair-lock', library: 'Redisson RFairLock' },
    ],
    ['of which one could be the other', python, { ...mutex, alternatives: ['redis-py Lock'] }],
    ['of which one could be anybody’s', mutex, anybody],
    ['of which one is only likely to be a lock', unknown, { ...python, confidence: 'likely', named: true }],
    ['that nobody knows', unknown, { ...unknown, type: 'list' }],
    ['of which the one of another type has no lock name', redisson, anybody],
  ])('%s do not', (_, a, b) => {
    expect([collides(a, b), collides(b, a)]).toEqual([false, false]);
  });
});

test('a token that is only likely, under a name that says nothing, may be anything else', () => {
  expect(wasLock({ ...python, confidence: 'likely' })).toBe(false);
  expect(wasLock({ ...python, confidence: 'likely', named: true })).toBe(true);
  expect(wasLock(redisson)).toBe(true);
});
