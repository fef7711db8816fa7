import { expect, test } from 'vitest';
import { loadConfig } from './config';
import type { Environment } from './environment';

const folder = '/nonexistent';
const load = (env: Environment) => loadConfig(env, folder, { mayBeEmpty: true });

test('with nothing configured a console has no target, and knows where the first would be saved', () => {
  expect(load({})).toMatchObject({
    ...{ targets: [], file: null, savesTo: '/nonexistent/lockscope.config.json', host: '127.0.0.1' },
    ...{ signIn: null, history: { url: '/nonexistent/lockscope-data/history.db' } },
  });
});

test('who has nobody to ask for a target needs one', () => {
  const needs = 'LOCKSCOPE_REDIS_URL is not set and there is no /nonexistent/lockscope.config.json';
  expect(() => loadConfig({}, folder)).toThrow(needs);
  for (const env of [
    { LOCKSCOPE_ROLE: 'collector' },
    { LOCKSCOPE_COORDINATION_URL: 'redis://h', LOCKSCOPE_HISTORY_URL: 'memory:' },
  ])
    expect(() => load(env)).toThrow(needs);
});

test.each([
  [{ LOCKSCOPE_CONFIG: 'mine.json' }, '/nonexistent/mine.json cannot be read'],
  [{ LOCKSCOPE_TARGET_NAME: 'orders' }, 'LOCKSCOPE_TARGET_NAME is set, but LOCKSCOPE_REDIS_URL is not'],
  [{ LOCKSCOPE_HOST: '0.0.0.0' }, 'LOCKSCOPE_HOST is an address that others reach, and nobody signs in'],
])('%j is half a configuration, which is a mistake and no first run', (env, message) => {
  expect(() => load(env)).toThrow(message);
});

test('on an address that others reach people sign in first', () => {
  expect(load({ LOCKSCOPE_HOST: '0.0.0.0', LOCKSCOPE_SIGN_IN: 'local' })).toMatchObject({
    ...{ targets: [], access: { network: true } },
  });
});
