import { describe, expect, test } from 'vitest';
import type { RawKey } from '../../domain/keys/raw-key';
import { createNameMatcher, recognise } from '../index';
import { readName } from './lock-names';

const NOW = 1_795_266_206_968;
const names = createNameMatcher([]);

/** What a string of this name and value, with a TTL or without, is taken for. */
function foundIn(key: string, value: string, ttlMs: number | 'none' = 30_000) {
  const none = { hash: null, members: null, items: null };
  const raw: RawKey = { ...none, key, type: 'string', ttlMs, value, length: value.length, readAtMs: NOW };
  return recognise(raw, { now: NOW, named: names.matches(key) });
}

/** Words of other random or short-lived values; settings, figures and states. */
const AGAINST = ['refresh', 'remember', 'sid', 'iv'];
const FIGURES = [
  ...['feature', 'flag', 'config', 'limit', 'count', 'timeout', 'state', 'stats', 'presence', 'typing'],
];

describe.each([...AGAINST, ...FIGURES])('the word %s', (word) => {
  test('makes a random value that expires no lock', () => {
    for (const value of ['0fc231521bc67967f3c288a4935288fa', '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58'])
      for (const key of [`${word}:7`, `app:${word}:7`, `user-7:${word}`])
        expect(foundIn(key, value), key).toBeNull();
    expect(foundIn('door:7', '0fc231521bc67967f3c288a4935288fa')).not.toBeNull();
  });
});

describe.each(FIGURES)('the word %s with a lock word', (word) => {
  test('makes a number or a flag no lock', () => {
    for (const value of ['1', '30', 'true'])
      for (const key of [`${word}:lock`, `lock_${word}`, `app:lock_${word}:7`])
        for (const ttlMs of [30_000, 'none'] as const)
          expect(foundIn(key, value, ttlMs)?.confidence ?? null, `${key} ${value}`).not.toBe('likely');
  });
});

test('a lock word stands where the name of a lock has it, or the name is not that of a lock', () => {
  const standing = (...keys: string[]) => keys.map(readName);
  expect(standing('order:lock', 'lock:order:7', 'order_lock', 'app:order:lock')).toEqual(
    Array(4).fill('lock'),
  );
  expect(standing('app:lock:order')).toEqual(['inside']);
  expect(standing('cache:package-lock.json:sha', 'yarn.lock', 'config:lock_timeout')).toEqual(
    Array(3).fill('other'),
  );
});

test('a value written by hand under the name of a lock is likely one, or says that nobody has it', () => {
  for (const value of [
    '1',
    'true',
    'locked',
    'web-1:4711',
    '4711',
    String(NOW),
    '0fc231521bc67967f3c288a4935288fa',
  ])
    expect(foundIn('order:lock', value, 'none')?.confidence, value).toBe('likely');
  for (const value of ['', '0', 'false', 'off', 'no'])
    for (const ttlMs of [30_000, 'none'] as const)
      expect(foundIn('order:lock', value, ttlMs)?.decoded.holders ?? [], `"${value}"`).toEqual([]);
});
