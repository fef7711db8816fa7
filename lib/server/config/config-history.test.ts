import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isConsoleError } from '../../domain/values/errors';
import { loadConfig } from './config';

const folder = mkdtempSync(join(tmpdir(), 'lockscope-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const redis = { LOCKSCOPE_REDIS_URL: 'redis://h' };

function fromFile(file: Record<string, unknown>, env: Record<string, string> = {}) {
  const path = join(folder, 'sub.json');
  writeFileSync(path, JSON.stringify({ targets: [{ name: 'a', url: 'redis://h' }], ...file }));
  return loadConfig({ LOCKSCOPE_CONFIG: path, ...env }, '/started/here').history;
}

function problem(load: () => unknown): string {
  try {
    load();
  } catch (error) {
    if (isConsoleError(error, 'config-invalid')) return error.message;
    throw error;
  }
  return '';
}

test('the history is in the data folder, else in a folder of its own where the console was started', () => {
  expect(loadConfig(redis, '/started/here').history.url).toBe('/started/here/lockscope-data/history.db');
  const inFolder = loadConfig({ ...redis, LOCKSCOPE_DATA_DIR: 'data' }, '/started/here').history;
  expect(inFolder.url).toBe('/started/here/data/history.db');
  expect(fromFile({}).url).toBe('/started/here/lockscope-data/history.db');
  expect(fromFile({ dataDir: 'kept' }).url).toBe(join(folder, 'kept/history.db'));
});

test('a URL may be a path, a file, a PostgreSQL or nowhere, and the variable wins', () => {
  expect(fromFile({ history: { url: 'own.db' } }).url).toBe(join(folder, 'own.db'));
  expect(fromFile({ history: { url: 'own.db' } }, { LOCKSCOPE_HISTORY_URL: 'file:my.db' }).url).toBe(
    '/started/here/my.db',
  );
  expect(fromFile({ history: { url: 'file:///var/own.db' } }).url).toBe('/var/own.db');
  const postgres = 'postgres://me:pw@db/history';
  expect(
    fromFile({ history: { url: ['postgres://me:$', '{PW}@db/history'].join('') } }, { PW: 'pw' }).url,
  ).toBe(postgres);
  expect(loadConfig({ ...redis, LOCKSCOPE_HISTORY_URL: 'memory:' }, '/').history.url).toBe('memory:');
});

test('how long and how much is kept can be set, and what is wrong is named without a secret', () => {
  const settings = { history: { days: { spans: 60, seconds: 0.5 }, maxBytes: 100_000_000 } };
  expect(fromFile(settings)).toMatchObject(settings.history);
  expect(problem(() => fromFile({ history: { days: { spans: 0 } } }))).toMatch(/^history\.days\.spans /);
  expect(problem(() => fromFile({ history: { maxBytes: 5 } }))).toMatch(/^history\.maxBytes /);
  expect(problem(() => fromFile({ history: { url: 'mysql://u:s3cr3t@h/d' } }))).toMatch(
    /^history\.url must be memory:, a path/,
  );
  const wrong = problem(() =>
    loadConfig({ ...redis, LOCKSCOPE_HISTORY_URL: 'postgres://u:s3cr3t%@h/d' }, '/'),
  );
  expect(wrong).toMatch(/^LOCKSCOPE_HISTORY_URL must be like postgres:/);
  expect(wrong).not.toContain('s3cr3t');
});
