import { expect, test } from 'vitest';
import { bytesOf } from '../../domain/keys/bytes';
import { createNameMatcher } from '../index';

const names = createNameMatcher([]);

test.each([
  'lock',
  'order:lock',
  'lock:order',
  'order_lock',
  'ORDER_LOCK',
  'orderLock',
  'lockOrder',
  'DBLock:7',
  'order-lock-7',
  'lock7',
  'app:locks:7',
  'app.mutex.x',
  'redlock:r',
  'RedLock:r',
  'semaphore:s',
  'importLease',
  'job-lock:prod:settle',
  'PHPREDIS_SESSION:abc_LOCK',
  'SINGLETONLOCK_0fc231521bc67967f3c288a4935288fa',
  'app_cache_laravel_unique_job:x',
  '🔒 lock',
  'a\nlock\nb',
])('%j says lock', (name) => expect(names.matches(bytesOf(name))).toBe(true));

test.each([
  '',
  'block:7',
  'blocks',
  'clock',
  'clocks:utc',
  'unlock',
  'unLock:x',
  'unlocked',
  'locked',
  'blocked',
  'flock',
  'flocks',
  'deadlock',
  'locksmith',
  'lockdown',
  'Blockchain',
  'CLOCK',
  'release:notes',
  'please',
  'user:7',
  'o\xc3\xa9lockx',
])('%j does not', (name) => expect(names.matches(name)).toBe(false));

test.each([
  'redisson_unlock_latch:{lock}:0fc231521bc67967f3c288a4935288fa',
  'redisson_lock_queue:{lock}',
  'redisson_lock_timeout:{lock}',
  'redisson_lock_token:{lock}',
  '{lock}:8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:1:rwlock_timeout:2',
  'bull:lock:stalled-check',
  'bull:lock:limiter',
  'lock-signal:x',
  'lock.event:x',
  'uniquejobs:lock:QUEUED',
  'SEMAPHORE:x:EXISTS',
  '@simple-redis-mutex:fencing-tokens',
  'rql:lock_queue:x',
])('%j is a look-alike, even where a pattern asks for it', (name) => {
  expect(createNameMatcher(['*']).matches(name)).toBe(false);
});

test('a configured pattern adds names of any kind, in the words of Redis', () => {
  const { matches, filter } = createNameMatcher(['job:[a-c]*', 'caf\u00e9:?']);
  expect(matches('job:a7')).toBe(true);
  expect(matches('job:d7')).toBe(false);
  expect(matches(bytesOf('café:1'))).toBe(true);
  expect(filter(['job:b', 'x', 'lock', 'job:z'])).toEqual(['job:b', 'lock']);
});

test('a name of a megabyte is looked at without delay', () => {
  for (const part of ['lock', 'l', 'redisson_', 'qo_', ':de:', 'LOCKlock']) {
    names.matches(part.repeat((1024 * 1024) / part.length));
  }
});
