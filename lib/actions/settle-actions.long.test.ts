import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { describe, expect, type TestContext, test } from 'vitest';
import { callerAt } from '../../e2e/support/a-caller';
import { startRuntime } from '../../e2e/support/a-runtime';
import { ownServer } from '../../e2e/support/own-server';
import { until } from '../../e2e/support/redis-server';
import { bytesOf } from '../domain/keys/bytes';
import { slugOf } from '../domain/keys/lock-id';
import type { Runtime } from '../server/runtime/types';
import { preview } from './plan/preview';
import { runAction } from './run/run-action';

const caller = callerAt('127.0.0.1');
const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;

async function watched(context: TestContext) {
  const { server, connect } = await ownServer(context);
  const redis = connect();
  const runtime = await startRuntime(server.url);
  context.onTestFinished(() => runtime.close());
  return { server, redis, runtime };
}

async function held(redis: Redis): Promise<string> {
  const key = `order:${randomUUID()}:lock`;
  await redis.multi().hset(key, `${randomUUID()}:47`, 1).pexpire(key, 600_000).exec();
  return key;
}

async function release(runtime: Runtime, key: string) {
  const { seen, typedKey } = await preview(runtime, idOf(key), { action: 'release' });
  return runAction(runtime, {
    id: idOf(key),
    action: 'release',
    body: { seen, typedKey, reason: 'stuck', although: 'alive' },
    caller,
  });
}

const lastAudit = async (runtime: Runtime, key: string) =>
  (await runtime.history.audit({ limit: 1, lockId: idOf(key) }))[0];

/** The connection on which an act waits in a server that takes no writes. */
async function waitingAct(redis: Redis): Promise<string> {
  return until('the script waits', async () => {
    const lines = String(await redis.client('LIST')).split('\n');
    const line = lines.find((each) => / cmd=evalsha /.test(each) && / flags=\S*b/.test(each));
    return line ? /^id=(\d+)/.exec(line)?.[1] : undefined;
  });
}

describe('an act whose reply was lost', () => {
  test('is unknown, and stays so when its lock is gone afterwards', async (context) => {
    const { redis, runtime } = await watched(context);
    const warm = await held(redis);
    await release(runtime, warm); // the server knows the script
    const key = await held(redis);
    await preview(runtime, idOf(key), { action: 'release' });
    await redis.client('PAUSE', 60_000, 'WRITE');
    await expect(release(runtime, key)).rejects.toMatchObject({
      code: 'timed-out',
      details: { mayHaveHappened: true },
    });
    expect(await lastAudit(runtime, key)).toMatchObject({
      outcome: 'unknown',
      details: { mayHaveHappened: true },
    });
    await redis.client('UNPAUSE');
    const entry = await until('it is settled', async () => {
      const last = await lastAudit(runtime, key);
      return last?.details.settled ? last : undefined;
    });
    expect(entry).toMatchObject({ outcome: 'unknown', details: { settled: { is: 'gone' } } });
    expect(await redis.exists(key)).toBe(0);
  });

  test('has failed when the same hold is still there', async (context) => {
    const { redis, runtime } = await watched(context);
    const key = await held(redis);
    await preview(runtime, idOf(key), { action: 'release' });
    await redis.client('PAUSE', 60_000, 'WRITE');
    const releasing = release(runtime, key).catch((error: unknown) => error);
    await redis.client('KILL', 'ID', await waitingAct(redis));
    expect(await releasing).toMatchObject({ code: 'node-down', details: { mayHaveHappened: true } });
    await redis.client('UNPAUSE');
    const entry = await until('it is settled', async () => {
      const last = await lastAudit(runtime, key);
      return last?.details.settled ? last : undefined;
    });
    expect(entry).toMatchObject({ outcome: 'failed', details: { settled: { is: 'still-held' } } });
    expect(await redis.exists(key)).toBe(1);
  });
});

test('what a killed console left behind is settled by the next one', async (context) => {
  const { server, connect } = await ownServer(context);
  const redis = connect();
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-settle-'));
  context.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const settings = { LOCKSCOPE_HISTORY_URL: join(folder, 'history.db') };
  const [kept, gone] = [await held(redis), await held(redis)];

  const first = await startRuntime(server.url, settings);
  for (const key of [kept, gone]) {
    const { seen } = await preview(first, idOf(key), { action: 'release' });
    await first.history.appendAudit({
      ...{ atMs: Date.now(), actor: 'mk', action: 'release', target: 'test', lockId: idOf(key), key },
      ...{ holder: null, reason: 'stuck', outcome: 'attempted', details: { seen } },
    });
  }
  await first.close();
  await redis.del(gone);

  const later = () => Date.now() + 60_000;
  const second = await startRuntime(server.url, settings, later);
  context.onTestFinished(() => second.close());
  await until('both are settled', async () => {
    const entries = await second.history.audit({ limit: 10 });
    return entries.length === 2 && entries.every(({ details }) => details.settled);
  });
  // A thread's token was held before; another process has no number for its hold.
  expect(await lastAudit(second, kept)).toMatchObject({
    outcome: 'unknown',
    details: { settled: { is: 'another' } },
  });
  expect(await lastAudit(second, gone)).toMatchObject({
    outcome: 'unknown',
    details: { settled: { is: 'gone' } },
  });
});

test('acts that were refused before Redis was asked to do anything hold up nobody', async (context) => {
  const { redis, runtime } = await watched(context);
  const key = await held(redis);
  const { seen } = await preview(runtime, idOf(key), { action: 'release' });
  const body = { seen: { ...seen, tokenDigest: '0'.repeat(64) }, reason: 'forged' };
  for (let i = 0; i < 100; i++) {
    const refused = runAction(runtime, { id: idOf(key), action: 'release', body, caller });
    await expect(refused).rejects.toMatchObject({ code: 'changed' });
  }
  expect((await release(runtime, key)).outcome).toBe('released');
});
