import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerAt } from '../../e2e/support/a-caller';
import { startRuntime } from '../../e2e/support/a-runtime';
import { fileServer } from '../../e2e/support/file-server';
import { until } from '../../e2e/support/redis-server';
import { readDetail } from '../reads/read-detail';
import type { Runtime } from '../server/runtime/types';
import { preview } from './plan/preview';
import { decide, possibleAnswer } from './possible';
import { runAction } from './run/run-action';

const SECRET = '0cea43ef-c941-46be-9920-30c3c7a3f0a5';
const KEY = 'door:7';
const caller = callerAt('127.0.0.1', 'eve');

const own = fileServer();
let folder: string;
let runtime: Runtime;

async function started(): Promise<Runtime> {
  return startRuntime({ LOCKSCOPE_REDIS_URL: own.server.url, LOCKSCOPE_DATA_DIR: folder });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockscope-possible-'));
  runtime = await started();
});
afterAll(async () => {
  await runtime.close();
  await rm(folder, { recursive: true, force: true });
});

async function doubted(key = KEY) {
  await own.redis.set(key, SECRET, 'PX', 600_000);
  return until('it may be a lock', () => runtime.possible().find((lock) => lock.key.text === key));
}

test('what may be a lock is listed apart, without findings and with its value masked everywhere', async () => {
  const lock = await doubted();
  expect(lock).toMatchObject({
    possible: true,
    state: 'held',
    findings: [],
    format: { confidence: 'possible' },
  });
  expect(runtime.locks().map(({ id }) => id)).not.toContain(lock.id);
  const shown = await readDetail(runtime, lock.id);
  const asked = await preview(runtime, lock.id, { action: 'release' });
  for (const answer of [possibleAnswer(runtime, null), shown, asked])
    expect(JSON.stringify(answer)).not.toContain(SECRET.slice(0, 8));
  expect(shown.raw.byteLength).toBe(36);
  expect(shown.events).toEqual([]);
});

test.each(['release', 'extend'] as const)(
  'its %s asks for the typed key, off production too',
  async (action) => {
    const lock = await doubted();
    const asked = await preview(runtime, lock.id, { action });
    expect(asked.requires.typedKey).toBe(true);
    // Its value was set again by the tests before, which looks like a renewal.
    const body = { seen: asked.seen, reason: 'test', although: 'alive' as const };
    const wanted = { id: lock.id, action, caller, body };
    await expect(runAction(runtime, wanted)).rejects.toMatchObject({ details: { setting: 'typedKey' } });
    await runAction(runtime, { ...wanted, body: { ...wanted.body, typedKey: asked.typedKey } });
    expect(await own.redis.exists(KEY)).toBe(action === 'release' ? 0 : 1);
  },
);

test('the refusal of an act masks the value that was seen, and the one that is there now', async () => {
  const key = 'door:9';
  const lock = await doubted(key);
  const { seen, typedKey } = await preview(runtime, lock.id, { action: 'release' });
  await own.redis.set(key, SECRET.replace('0cea', '1d7b'), 'PX', 600_000);
  const body = { seen, typedKey, reason: 'test', although: 'alive' as const };
  const acting = runAction(runtime, { id: lock.id, action: 'release', caller, body });
  const refusal = await acting.catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'changed', details: { changed: ['holder'] } });
  expect(JSON.stringify((refusal as { details: object }).details)).not.toMatch(/0cea|1d7b|43ef-c941/);
  await own.redis.del(key);
  await until('it is gone', () => runtime.possible().every(({ key: { text } }) => text !== key));
});

test('one decision makes it a lock for good, and another one none; both are in the audit and the configuration', async () => {
  const lock = await doubted();
  const other = await doubted('door:8*');
  const { auditId } = await decide(runtime, lock.id, { is: 'lock' }, caller);
  await decide(runtime, other.id, { is: 'not-a-lock' }, caller);
  await until('one is a lock', () => runtime.locks().some(({ id }) => id === lock.id));
  expect(runtime.possible()).toEqual([]);
  const { decisions, configuration, kept } = possibleAnswer(runtime, null);
  expect(kept).toBe('file');
  expect(decisions.map(({ id, is, by }) => ({ id, is, by }))).toContainEqual({
    id: lock.id,
    is: 'lock',
    by: 'eve',
  });
  const [settings] = configuration;
  expect(settings).toMatchObject({ patterns: [KEY], notLocks: ['door:8\\*'] });
  const entries = await runtime.history.audit({ limit: 10 });
  expect(entries.find(({ id }) => id === auditId)).toMatchObject({
    ...{ action: 'decide', actor: 'eve', key: KEY, outcome: 'decided', details: { is: 'lock' } },
  });

  await runtime.close();
  runtime = await started();
  await until('it is a lock after a new start', () => runtime.locks().some(({ id }) => id === lock.id));
  await until('all contents', () => runtime.nodes().every(({ coverage }) => coverage.contents === 1));
  expect(runtime.possible()).toEqual([]);

  await decide(runtime, other.id, { is: 'undecided' }, caller);
  await until('it is in doubt again', () => runtime.possible().some(({ id }) => id === other.id));
});

test('what was exported does the same as configuration', async () => {
  const path = join(folder, 'config.json');
  const target = { name: 'by-file', url: own.server.url, patterns: [KEY], notLocks: ['door:8\\*'] };
  await writeFile(path, JSON.stringify({ targets: [target] }));
  await own.redis.set(KEY, SECRET, 'PX', 600_000);
  await own.redis.set('door:8*', SECRET, 'PX', 600_000);
  const configured = await startRuntime({ LOCKSCOPE_CONFIG: path });
  try {
    await until('it is a lock', () => configured.locks().length === 1);
    await until('all contents', () => configured.nodes().every(({ coverage }) => coverage.contents === 1));
    expect(configured.possible()).toEqual([]);
  } finally {
    await configured.close();
  }
});

test('a lock that its bytes prove is shown whatever was decided', async () => {
  const key = 'bull:mail:7:lock';
  await own.redis.set(key, `${SECRET}:1`, 'PX', 600_000);
  const lock = await until('it is a lock', () => runtime.locks().find((each) => each.key.text === key));
  expect(lock.format.confidence).not.toBe('possible');
});

test('a file that cannot be understood is moved aside', async () => {
  await runtime.close();
  await writeFile(join(folder, 'decisions.json'), '{');
  runtime = await started();
  const lock = await doubted();
  await decide(runtime, lock.id, { is: 'lock' }, caller);
  expect(JSON.parse(await readFile(join(folder, 'decisions.json'), 'utf8'))).toMatchObject({ v: 1 });
  expect(await readFile(join(folder, 'decisions.json.corrupt'), 'utf8')).toBe('{');
});
