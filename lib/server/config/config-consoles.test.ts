import { describe, expect, test } from 'vitest';
import { consolesOf } from './config-consoles';

const HERE = { host: '127.0.0.1', port: 3000, historyUrl: 'postgres://db/lockscope' };
const SHARED = { LOCKSCOPE_COORDINATION_URL: 'redis://redis:6379' };

describe('how consoles share the work', () => {
  test('one that is alone collects everything and needs nothing', () =>
    expect(consolesOf({}, HERE)).toEqual({ role: 'all', consoles: null }));

  test('several find each other in one Redis, and are reached where they listen', () =>
    expect(consolesOf({ ...SHARED, LOCKSCOPE_ROLE: 'collector' }, HERE)).toEqual({
      role: 'collector',
      consoles: {
        coordinationUrl: 'redis://redis:6379',
        advertiseUrl: 'http://127.0.0.1:3000',
        takeoverMs: 10_000,
      },
    }));

  test.each([
    [{ LOCKSCOPE_ROLE: 'both' }, HERE, 'LOCKSCOPE_ROLE must be one of all, web, collector'],
    [{ LOCKSCOPE_ROLE: 'web' }, HERE, 'LOCKSCOPE_ROLE web needs LOCKSCOPE_COORDINATION_URL'],
    [{ LOCKSCOPE_TAKEOVER_MS: '5000' }, HERE, 'LOCKSCOPE_TAKEOVER_MS is set, but'],
    [{ ...SHARED, LOCKSCOPE_TAKEOVER_MS: '5 s' }, HERE, 'LOCKSCOPE_TAKEOVER_MS must be a whole number'],
    [
      { ...SHARED, LOCKSCOPE_COORDINATION_URL: 'localhost' },
      HERE,
      'LOCKSCOPE_COORDINATION_URL must be a URL',
    ],
    [SHARED, { ...HERE, historyUrl: '/data/history.db' }, 'LOCKSCOPE_HISTORY_URL must be a postgres:// URL'],
    [{ ...SHARED, LOCKSCOPE_ADVERTISE_URL: 'here' }, HERE, 'LOCKSCOPE_ADVERTISE_URL must be an http'],
    [SHARED, { ...HERE, host: '0.0.0.0' }, 'LOCKSCOPE_ADVERTISE_URL is needed'],
  ])('%o is refused by name', (env, here, message) => expect(() => consolesOf(env, here)).toThrow(message));
});
