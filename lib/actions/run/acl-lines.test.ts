import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster, Redis } from 'ioredis';
import { describe, expect, type TestContext, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { startRuntime } from '../../../e2e/support/a-runtime';
import { startCluster } from '../../../e2e/support/cluster';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { allFixtures, writtenKey } from '../../../e2e/support/written-keys';
import type { LockAction } from '../../contract/action-codes';
import type { LockId } from '../../domain/keys/lock-id';
import { isConsoleError } from '../../domain/values/errors';
import { readDetail } from '../../reads/read-detail';
import { aclLines } from '../../redis/acl-lines';
import { toWire } from '../../redis/run-script';
import type { Runtime } from '../../server/runtime/types';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

const caller = callerAt('127.0.0.1');
const VERSION = '7.0.15';
/** A short TTL is among what these are known by, so that they keep theirs. */
const KNOWN_BY_TTL = ['django-cacheops', 'redis-lock'];

/** A server with a lock of every format, watched by an account that one of the lines makes. */
async function watchedAs(context: TestContext, who: 'viewer' | 'operator', version = VERSION) {
  const { server, connect } = await ownServer(context, [
    '--acllog-max-len',
    '1000',
    '--enable-debug-command',
    'local',
  ]);
  const admin = connect();
  const line = aclLines(version)[who].replace('<password>', 'secret');
  const [, , name = ''] = line.split(' ');
  await admin.call(...(line.split(' ') as [string, ...string[]]));
  for (const { formatId, examples } of await allFixtures())
    for (const example of examples) {
      const { written } = await writtenKey(admin, example);
      if (KNOWN_BY_TTL.includes(formatId)) continue;
      for (const key of written) await keep(admin, toWire(key) as string | Buffer);
    }
  const started = await startRuntime(`redis://${name}:secret@127.0.0.1:${server.port}`);
  context.onTestFinished(() => started.close());
  const runtime: Runtime = { ...started, actLimit: { take: () => () => {} } };
  await until('everything is looked at', () => {
    return runtime.nodes().every(({ coverage, health }) => coverage.contents === 1 && health !== null);
  });
  const user = connect({ username: name, password: 'secret' });
  return { admin, user, runtime };
}

/** It does not expire by itself during the test, however long that takes. */
async function keep(admin: Redis, key: string | Buffer): Promise<void> {
  if ((await admin.pttl(key)) > 0) await admin.pexpire(key, 3_600_000);
}

/** What was refused to the account, as Redis remembers it. */
async function refusals(admin: Redis): Promise<string[]> {
  const log = (await admin.call('ACL', 'LOG', '1000')) as unknown[][];
  return log.map((entry) => `${entry[3]} ${entry[5]} ${entry[7]}`);
}

/** Reads every lock as its page does; some are over by their value meanwhile. */
async function readAll(runtime: Runtime): Promise<void> {
  for (const { id } of runtime.locks()) {
    await readDetail(runtime, id).catch((error: unknown) => {
      if (!isConsoleError(error) || error.code !== 'not-found') throw error;
    });
  }
}

async function actOn(runtime: Runtime, id: LockId, action: LockAction) {
  const seen = await preview(runtime, id, { action, leaseMs: 60_000 });
  const body = {
    seen: seen.seen,
    typedKey: seen.typedKey,
    reason: 'test',
    although: 'alive' as const,
    leaseMs: 60_000,
  };
  return { seen, done: seen.allowed ? await runAction(runtime, { id, action, body, caller }) : null };
}

describe.concurrent('the account of', () => {
  test('a viewer reads everything and changes nothing', async (context) => {
    const { admin, user, runtime } = await watchedAs(context, 'viewer');
    const locks = runtime.locks();
    expect(locks.length).toBeGreaterThan(100);
    await readAll(runtime);
    await until('waiters are counted', () => runtime.nodes().every(({ waiting }) => waiting !== null));
    const [node] = runtime.nodes();
    expect(node).toMatchObject({ events: 'tracking', eventsNote: null, health: { unread: [] } });
    // The self-test asks whether it may act.
    expect(await refusals(admin)).toEqual(['command toplevel eval', 'command toplevel evalsha']);
    expect(node?.missingRights?.map(({ command }) => command)).toEqual(['EVALSHA', 'EVAL']);

    const left = await admin.keysBuffer('*');
    for (const key of left) await keep(admin, key);
    const before = await admin.debug('DIGEST');
    const keys = new Set(left.map((key) => key.toString('latin1')));
    const held = locks.find(
      ({ key, actions, format }) => keys.has(key.text) && actions.release && format.id === 'redisson-lock',
    );
    if (!held) throw new Error('there is such a lock');
    await expect(actOn(runtime, held.id, 'release')).rejects.toMatchObject({ code: 'denied' });
    await expect(actOn(runtime, held.id, 'extend')).rejects.toMatchObject({ code: 'denied' });
    const writes = [
      ['set', 'a', 'b'],
      ['del', held.key.text],
      ['pexpire', held.key.text, '1'],
      ['flushall'],
      ['config', 'set', 'maxmemory', '1'],
      ['publish', 'a', 'b'],
      ['eval', "return redis.call('set', KEYS[1], 1)", '1', 'a'],
      ['eval_ro', "return redis.call('set', KEYS[1], 1)", '1', 'a'],
      ['client', 'kill', 'type', 'normal'],
      ['acl', 'list'],
    ] as const;
    for (const [command, ...args] of writes) await expect(user.call(command, ...args)).rejects.toThrow();
    expect(await admin.debug('DIGEST')).toBe(before);
  });

  test('a viewer that may run no scripts, as before Redis 7, reads the same by commands', async (context) => {
    const { admin, runtime } = await watchedAs(context, 'viewer', '6.2.14');
    const { runtime: other } = await watchedAs(context, 'viewer');
    const formatsOf = ({ locks }: Runtime) =>
      new Set(locks().flatMap(({ format: { id } }) => (KNOWN_BY_TTL.includes(id) ? [] : id)));
    await until('as many formats', () => formatsOf(runtime).size === formatsOf(other).size);
    await readAll(runtime);
    const refused = await refusals(admin);
    expect(refused.filter((line) => !/eval|shard/.test(line))).toEqual([]);
  });

  test('an operator extends, quarantines and releases every lock that can be, and nothing is refused', async (context) => {
    const { admin, user, runtime } = await watchedAs(context, 'operator');
    const failed: string[] = [];
    let done = 0;
    for (const action of ['extend', 'quarantine', 'release'] as const) {
      for (const { id, actions, format } of runtime.locks()) {
        if (!actions[action]) continue;
        try {
          if ((await actOn(runtime, id, action)).done) done += 1;
        } catch (error) {
          const { code } = error as { code?: string };
          if (!/^(not-held|extend-unsupported|quarantine-unsupported|not-found|changed)$/.test(code ?? ''))
            failed.push(`${action} ${format.id}: ${error}`);
        }
      }
    }
    expect(failed).toEqual([]);
    expect(done).toBeGreaterThan(40);
    expect(await refusals(admin)).toEqual([]);
    await expect(user.flushall()).rejects.toThrow(/NOPERM/);
    await expect(user.config('SET', 'maxmemory', '1')).rejects.toThrow(/NOPERM/);
  });
});

test('an operator of a cluster finds every node, reads and releases, and nothing is refused', async (context) => {
  const cluster = await startCluster({ masters: 2, replicasPerMaster: 1 });
  context.onTestFinished(() => cluster.close());
  const admins = cluster.nodes.map(({ url }) => new Redis(url));
  context.onTestFinished(() => {
    for (const admin of admins) admin.disconnect();
  });
  const line = aclLines(VERSION).operator.replace('<password>', 'secret').split(' ');
  for (const admin of admins) await admin.call(...(line as [string, ...string[]]));
  const writer = new Cluster(cluster.startupNodes);
  context.onTestFinished(() => writer.disconnect());
  for (let i = 0; i < 12; i++) await writer.set(`lock:${i}`, randomUUID(), 'PX', 600_000);
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-acl-'));
  context.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const nodes = cluster.nodes.map(({ port }) => `redis://lockscope-operator:secret@127.0.0.1:${port}`);
  const file = join(folder, 'config.json');
  await writeFile(file, JSON.stringify({ targets: [{ name: 'test', topology: 'cluster', nodes }] }));
  const runtime = await startRuntime({ LOCKSCOPE_CONFIG: file });
  context.onTestFinished(() => runtime.close());
  await until('all locks are known', () => runtime.locks().length === 12 && runtime.nodes().length === 2);
  await until('all nodes are read', () => runtime.nodes().every(({ health }) => health !== null));
  const replicas = () => runtime.nodes().flatMap((node) => node.replicas ?? []);
  await until('replicas tell which locks they have', () => {
    return replicas().reduce((sum, { locks }) => sum + (locks?.present ?? 0), 0) === 12;
  });
  for (const { unread } of replicas()) expect(unread).toEqual([]);
  for (const { id } of runtime.locks()) {
    const detail = await readDetail(runtime, id);
    expect(detail.replicas).toMatchObject([{ present: true, why: null }]);
    expect((await actOn(runtime, id, 'release')).done?.outcome).toBe('released');
  }
  for (const { eventsNote, health } of runtime.nodes()) {
    expect(eventsNote).toBeNull();
    expect(health?.unread).toEqual([]);
  }
  for (const admin of admins) expect(await refusals(admin)).toEqual([]);
});
