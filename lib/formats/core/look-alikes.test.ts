import { describe, expect, test } from 'vitest';
import type { RawKey } from '../../domain/keys/raw-key';
import { recognise } from '../index';

const NOW = 1_795_266_206_968;
const HEX = '0fc231521bc67967f3c288a4935288fa';
const UUID = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';

const EMPTY = { value: null, hash: null, members: null, items: null, length: 1, readAtMs: NOW };

function ofEveryType(key: string): RawKey[] {
  const values = ['1', '17', HEX, UUID, String(NOW + 30_000), 'worker-7:4711'];
  return [
    ...values.map(
      (value): RawKey => ({ ...EMPTY, key, type: 'string', ttlMs: 30_000, value, length: value.length }),
    ),
    { ...EMPTY, key, type: 'hash', ttlMs: 30_000, hash: [[`${UUID}:1`, '1']] },
    { ...EMPTY, key, type: 'zset', ttlMs: 30_000, members: [[UUID, NOW + 30_000]] },
    { ...EMPTY, key, type: 'list', ttlMs: 30_000, items: [HEX] },
    { ...EMPTY, key, type: 'set', ttlMs: 30_000, items: [UUID] },
  ];
}

describe('keys beside locks, whatever they hold and even if the name says lock', () => {
  test.each([
    'bull:lock:stalled-check',
    'bull:lock:stalled',
    'bull:lock:limiter',
    'bull:lock:de:7',
    '@simple-redis-mutex:fencing-tokens',
    'syncguard:fence:lock',
    'lock-signal:import',
    'lock.event:import',
    'lock:import:signal',
    'uniquejobs:lock:QUEUED',
    'uniquejobs:lock:PRIMED',
    'uniquejobs:changelog',
    'uniquejobs:digests',
    'uniquejobs:reaper',
    'uniquejobs:live',
    'SEMAPHORE:lock:EXISTS',
    'SEMAPHORE:lock:VERSION',
    'symfony_check_support_time',
  ])('%s', (key) => {
    for (const raw of ofEveryType(key))
      expect(recognise(raw, { now: NOW, named: true }), raw.type).toBeNull();
  });
});

describe('secrets and counters, even if somebody calls them locks', () => {
  test.each([
    'idempotency:order-7',
    'idempotency-key:order-7',
    'rate-limit:user-7',
    'ratelimit:user-7',
    'session:user-7',
    'sess:user-7',
    'app:sessions:user-7',
    'csrf:user-7',
    'xsrf-token:user-7',
    'cache:block:7',
  ])('%s', (key) => {
    for (const raw of ofEveryType(key)) {
      if (raw.type !== 'string') continue;
      expect(recognise(raw, { now: NOW, named: true }), raw.value ?? '').toBeNull();
    }
  });

  test('a lock of a session is one', () => {
    for (const raw of ofEveryType('lock:session:7')) {
      if (raw.type === 'string') expect(recognise(raw, { now: NOW, named: true })).not.toBeNull();
    }
  });
});

describe('names that merely contain lock', () => {
  test.each(['block:7', 'clock', 'unlock:7', 'blocked:user-7'])('%s', (key) => {
    for (const value of ['1', '17', 'LOCK', 'worker-7:4711', String(NOW)]) {
      const raw: RawKey = { ...EMPTY, key, type: 'string', ttlMs: 'none', value, length: value.length };
      expect(recognise(raw, { now: NOW, named: false })).toBeNull();
    }
  });

  test('32 digits without TTL and without such a name are none', () => {
    const raw: RawKey = { ...EMPTY, key: 'user:7', type: 'string', ttlMs: 'none', value: HEX, length: 32 };
    expect(recognise(raw, { now: NOW, named: false })).toBeNull();
  });
});

test('a writer of Medallion that waits is none, though its name says lock', () => {
  const value = `WEB01_4711_${HEX.replace(/^(.{12}).(.{3})./, '$14$28')}_WRITERWAITING`;
  const raw: RawKey = { ...EMPTY, key: 'lock.writer', type: 'string', ttlMs: 9, value, length: value.length };
  expect(recognise(raw, { now: NOW, named: true })).toBeNull();
});
