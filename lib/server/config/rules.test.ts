import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { waitingFor } from '../../../e2e/support/a-lock';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import { preview } from '../../actions/plan/preview';
import { runAction } from '../../actions/run/run-action';
import { lockId } from '../../domain/keys/lock-id';
import { readDetail } from '../../reads/read-detail';
import { search } from '../../reads/search';
import { createLog } from '../record/log';
import type { Runtime } from '../runtime/types';
import { createRuntime } from '../start/runtime-core';
import { loadConfig } from './config';

const redisUrl = await fileRedis();
const base = `rules:${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), 'lockscope-rules-'));
const redis = new Redis(redisUrl);
let runtime: Runtime;

beforeAll(() => {
  const rule = {
    id: 'cron-lock',
    library: 'Cron',
    key: `${base}:cron:*`,
    type: 'string',
    token: '(?<host>[a-z0-9-]+)/(?<pid>\\d+)/(?<instance>[0-9a-f]+)',
    tokenUnique: true,
    wake: { channel: 'cron-done:{key}', message: 'go' },
  };
  const patterns = [`${base}:shut:*`, { glob: `${base}:open:*`, release: true }];
  const target = { name: 'test', url: redisUrl, patterns };
  writeFileSync(join(folder, 'lockscope.config.json'), JSON.stringify({ rules: [rule], targets: [target] }));
  runtime = createRuntime(loadConfig({}, folder), createLog([], { write: () => {} }));
});
afterAll(async () => {
  redis.disconnect();
  rmSync(folder, { recursive: true });
  await runtime.close();
});

const idOf = (key: string) => lockId('test', 0, key, () => '');
const caller = callerAt('127.0.0.1');

async function known(key: string) {
  return until(key, () => runtime.locks().find((lock) => lock.key.text === key));
}

async function release(key: string) {
  const { seen } = await preview(runtime, idOf(key), { action: 'release' });
  const body = { seen, reason: '', leaseMs: undefined, typedKey: key };
  return runAction(runtime, { id: idOf(key), action: 'release', caller, body });
}

describe('a lock of a declared format', () => {
  test('is found, counted for, released by its rule', async () => {
    const key = `${base}:cron:nightly`;
    await redis.set(key, 'web-9/41/beef', 'PX', 60_000);
    const lock = await known(key);
    expect(lock).toMatchObject({
      format: { id: 'cron-lock', library: 'Cron' },
      holders: [{ label: 'web-9:41', process: { instance: 'beef' } }],
    });
    const waiter = redis.duplicate();
    const messages: string[] = [];
    waiter.on('message', (_, message) => messages.push(message));
    await waiter.subscribe(`cron-done:${key}`);
    await until('the waiter', () => waitingFor(runtime.locks().find(({ id }) => id === lock.id)) === 1);
    expect(search(runtime, `cron-done:${key}`, 5).locks[0]?.id).toBe(lock.id);
    expect((await readDetail(runtime, lock.id)).channel).toBe(`cron-done:${key}`);
    expect(await release(key)).toMatchObject({ outcome: 'released', woken: 1 });
    await until('the message', () => messages.includes('go'));
    waiter.disconnect();
    expect(await redis.exists(key)).toBe(0);
  });
});

describe('a value that no format takes', () => {
  test.each([
    ['hash', (key: string) => redis.hset(key, 'a', '1'), [{ field: 'a', value: '1' }]],
    ['zset', (key: string) => redis.zadd(key, 2, 'm'), [{ field: 'm', value: '2' }]],
    ['list', (key: string) => redis.rpush(key, 'x'), [{ field: '0', value: 'x' }]],
    ['set', (key: string) => redis.sadd(key, 'x'), [{ field: 'x', value: '' }]],
  ])(
    'of type %s is shown with its raw value; without the opt-in the answer names the setting',
    async (type, write, fields) => {
      const key = `${base}:shut:${type}`;
      await write(key);
      const needs = { setting: 'patterns', pattern: `${base}:shut:*` };
      expect(await known(key)).toMatchObject({
        kind: 'plain',
        format: { library: 'unknown value', confidence: 'possible' },
        actions: { release: false, extend: false, needs },
      });
      expect((await readDetail(runtime, idOf(key))).raw).toMatchObject({ type, value: null, fields });
      const { allowed, why } = await preview(runtime, idOf(key), { action: 'release' });
      expect({ allowed, why }).toMatchObject({ allowed: false, why: { code: 'release-unsupported', needs } });
      await expect(release(key)).rejects.toMatchObject({ code: 'release-unsupported', details: { needs } });
      await redis.del(key);
    },
  );

  test('is released where its pattern allows it', async () => {
    const key = `${base}:open:1`;
    await redis.hset(key, 'a', '1');
    expect(await known(key)).toMatchObject({ actions: { release: true, extend: false } });
    expect(await release(key)).toMatchObject({ outcome: 'released' });
    expect(await redis.exists(key)).toBe(0);
  });
});

test('what stands where a lock was can be looked at', async () => {
  const key = `${base}:cron:replaced`;
  await redis.set(key, 'web-9/41/beef', 'PX', 60_000);
  await known(key);
  await redis.multi().del(key).rpush(key, 'x').exec();
  await until('the finding', () =>
    runtime.locks().some((lock) => lock.key.text === key && lock.reason.code === 'key-collision'),
  );
  const { lock, evidence, raw } = await readDetail(runtime, idOf(key));
  expect(lock).toMatchObject({ format: { library: 'unknown value' }, actions: { release: false } });
  expect(evidence.map(({ code }) => code)).toEqual(expect.arrayContaining(['read-as-now', 'read-as-before']));
  expect(raw).toMatchObject({ type: 'list', fields: [{ field: '0', value: 'x' }] });
  await redis.del(key);
});
