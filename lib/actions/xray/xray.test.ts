import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { startRuntime } from '../../../e2e/support/a-runtime';
import { startCluster } from '../../../e2e/support/cluster';
import { ownServer } from '../../../e2e/support/own-server';
import { startRedisServer, until } from '../../../e2e/support/redis-server';
import type { XrayResult } from '../../contract/xray';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { readDetail } from '../../reads/read-detail';
import { aclLines } from '../../redis/acl-lines';
import { loadConfig } from '../../server/config/config';
import { createLog } from '../../server/record/log';
import type { Runtime } from '../../server/runtime/types';
import { createRuntime } from '../../server/start/runtime-core';
import { xray } from './xray';

const KEY = 'order:7:lock';
const folder = mkdtempSync(join(tmpdir(), 'lockscope-xray-'));
afterAll(() => rmSync(folder, { recursive: true }));
const caller = callerAt('127.0.0.1');

function take(runtime: Runtime, { key = KEY, seconds = 1, signal = new AbortController().signal } = {}) {
  const id = `test.0.${slugOf(bytesOf(key))}`;
  return xray(runtime, { id, body: { seconds }, caller, signal });
}

async function watched(context: TestContext, settings: Record<string, string> = { LOCKSCOPE_XRAY: 'true' }) {
  const own = await ownServer(context);
  const runtime = await startRuntime(own.server.url, settings);
  context.onTestFinished(() => runtime.close());
  return { ...own, runtime };
}

async function lastAudit(runtime: Runtime) {
  return (await runtime.history.audit({ limit: 1 }))[0];
}

async function thrown(work: Promise<unknown>) {
  return work.then(
    () => null,
    (error) => error,
  );
}

/** Resolves when somebody runs MONITOR on the server of `redis`, or nobody does. */
function monitors(redis: Redis, wanted: boolean) {
  return until(
    `MONITOR: ${wanted}`,
    async () => wanted === / flags=O /.test(String(await redis.client('LIST'))),
  );
}

/** Has a client of this name try the lock until the X-ray is over. */
async function whileTrying<T>(redis: Redis, key: string, work: Promise<T>): Promise<T> {
  let over = false;
  const done = work.finally(() => {
    over = true;
  });
  while (!over) {
    await redis.set(key, randomUUID(), 'PX', 60_000, 'NX').catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return done;
}

const triers = ({ nodes }: XrayResult) =>
  nodes.map(({ clients }) =>
    clients.map(({ name, counts }) => [name, counts.tries > 0, counts.reads + counts.touches]),
  );

describe('an X-ray', () => {
  test('tells who tries a lock, leaves its own console out and is in the audit', async (context) => {
    const { runtime, connect } = await watched(context);
    const redis = connect({ connectionName: 'worker-1' });
    await redis.set(KEY, 'token', 'PX', 60_000);
    const going = take(runtime);
    const detail = await readDetail(runtime, `test.0.${KEY}`);
    expect(detail.xray).toBe(true);
    const result = await whileTrying(redis, KEY, going);
    expect(triers(result)).toEqual([[['worker-1', true, 0]]]);
    expect(result).toMatchObject({
      id: `test.0.${KEY}`,
      key: { text: KEY },
      seconds: 1,
      maxBytes: 8_000_000,
    });
    expect(await lastAudit(runtime)).toMatchObject({
      id: result.auditId,
      action: 'xray',
      outcome: 'sampled',
      key: KEY,
      details: { seconds: 1, nodes: [{ node: result.nodes[0]?.node }], address: '127.0.0.1' },
    });
    await monitors(redis, false);
  });

  test('is off unless the setting allows it, and nothing was asked of the server then', async (context) => {
    const { runtime, connect } = await watched(context, {});
    const redis = connect();
    await redis.set(KEY, 'token');
    const error = await thrown(take(runtime));
    expect(error).toMatchObject({ code: 'xray-off', details: { setting: 'xray', target: 'test' } });
    const entry = await lastAudit(runtime);
    expect(entry).toMatchObject({ action: 'xray', outcome: 'refused', id: error.details.auditId });
    expect(String(await redis.info('commandstats'))).not.toContain('cmdstat_monitor');
    expect((await readDetail(runtime, `test.0.${KEY}`)).xray).toBeUndefined();
  });

  test('is one at a time for a server, and the next may follow', async (context) => {
    const { runtime, connect } = await watched(context);
    const redis = connect();
    const stop = new AbortController();
    const first = thrown(take(runtime, { seconds: 5, signal: stop.signal }));
    await monitors(redis, true);
    expect(await thrown(take(runtime, { key: 'another:lock' }))).toMatchObject({ code: 'xray-busy' });
    stop.abort();
    expect(await first).toMatchObject({ code: 'aborted' });
    const audit = await runtime.history.audit({ limit: 2 });
    expect(audit).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'sampled', details: { code: 'aborted' } },
    ]);
    await monitors(redis, false);
    expect((await take(runtime)).nodes).toMatchObject([{ why: null }]);
  });

  test('counts as an act for the rate limit', async (context) => {
    const { runtime } = await watched(context, {});
    const errors = await Promise.all(Array.from({ length: 61 }, () => thrown(take(runtime))));
    expect(errors.filter((error) => error.code === 'rate-limited')).toHaveLength(1);
  });

  test('needs rights that neither viewer nor operator has, and says which line grants them', async (context) => {
    const { server, connect } = await ownServer(context);
    const admin = connect();
    const line = aclLines('7.0.15').operator.replace('<password>', 'secret');
    await admin.call(...(line.split(' ') as [string, ...string[]]));
    const url = `redis://lockscope-operator:secret@127.0.0.1:${server.port}`;
    const runtime = await startRuntime(url, { LOCKSCOPE_XRAY: 'true' });
    context.onTestFinished(() => runtime.close());
    const error = await thrown(take(runtime));
    expect(error).toMatchObject({ code: 'denied' });
    expect(error.details.cure).toBe('ACL SETUSER lockscope-operator +monitor +client|list');
    expect(await lastAudit(runtime)).toMatchObject({ outcome: 'refused', details: { code: 'denied' } });
    await admin.call(...(String(error.details.cure).split(' ') as [string, ...string[]]));
    expect((await take(runtime)).nodes).toMatchObject([{ why: null }]);
  });
});

test('of a cluster the node that has the lock is listened to', async (context) => {
  const cluster = await startCluster();
  context.onTestFinished(() => cluster.close());
  const targets = [{ name: 'test', topology: 'cluster', nodes: [cluster.nodes[0]?.url], xray: true }];
  const runtime = startOf(targets);
  context.onTestFinished(() => runtime.close());
  await until('the map is known', () => /:\d+$/.test(runtime.watched('test').collector.nodeOf(KEY)));
  const owner = runtime.watched('test').collector.nodeOf(KEY);
  const redis = new Redis(`redis://${owner}`, { connectionName: 'worker-1' });
  context.onTestFinished(() => redis.disconnect());
  const result = await whileTrying(redis, KEY, take(runtime));
  expect(result.nodes).toMatchObject([{ node: owner, why: null }]);
  expect(triers(result)).toEqual([[['worker-1', true, 0]]]);
});

test('of a Redlock group every master is, and one that is away is said so', async (context) => {
  const servers = await Promise.all([startRedisServer(), startRedisServer(), startRedisServer()]);
  context.onTestFinished(async () => void (await Promise.all(servers.map((server) => server.close()))));
  const targets = [{ name: 'test', topology: 'redlock', nodes: servers.map(({ url }) => url), xray: true }];
  const runtime = startOf(targets);
  context.onTestFinished(() => runtime.close());
  await until('all are live', () => runtime.nodes().every(({ state }) => state === 'live'));
  await servers[1]?.stop();
  const redis = new Redis(servers[2]?.url ?? '', { connectionName: 'worker-3' });
  context.onTestFinished(() => redis.disconnect());
  const result = await whileTrying(redis, KEY, take(runtime));
  expect(result.nodes.map(({ ended }) => ended === 'unreached')).toEqual([false, true, false]);
  expect(result.nodes[1]?.why).toContain('no connection');
  expect(triers(result)).toEqual([[], [], [['worker-3', true, 0]]]);
});

test.each([
  [{}, undefined],
  [{ xray: false }, undefined],
  [{ xray: true }, { maxBytes: 8_000_000 }],
  [{ xray: true, xrayMegabytes: 2, environment: 'production' }, { maxBytes: 2_000_000 }],
])('the setting %j is %j', (settings, expected) => {
  expect(startedWith(settings)?.xray).toEqual(expected);
});

test.each([
  [{ xray: 'yes' }, 'xray'],
  [{ xray: true, xrayMegabytes: 0 }, 'xrayMegabytes'],
  [{ xray: true, xrayMegabytes: 65 }, 'xrayMegabytes'],
])('the setting %j is refused by its name', (settings, name) => {
  expect(() => startedWith(settings)).toThrow(name);
});

function startedWith(settings: Record<string, unknown>) {
  const env = { LOCKSCOPE_CONFIG: configFile([{ name: 'test', url: 'redis://h', ...settings }]) };
  return loadConfig(env, '/nonexistent').targets[0];
}

function startOf(targets: unknown[]): Runtime {
  const config = loadConfig(
    { LOCKSCOPE_CONFIG: configFile(targets), LOCKSCOPE_HISTORY_URL: 'memory:' },
    '/nonexistent',
  );
  return createRuntime(config, createLog([], { write: () => {} }));
}

function configFile(targets: unknown[]): string {
  const path = join(folder, `${randomUUID()}.json`);
  writeFileSync(path, JSON.stringify({ targets }));
  return path;
}
