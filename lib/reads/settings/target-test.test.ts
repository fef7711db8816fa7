import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { type Authority, type Certificate, startAuthority } from '../../../e2e/support/certificates';
import { startCluster } from '../../../e2e/support/cluster';
import { freePort, REFUSED_PORT } from '../../../e2e/support/free-port';
import { ownServer } from '../../../e2e/support/own-server';
import { startRedisServer, until } from '../../../e2e/support/redis-server';
import { startSentinelGroup } from '../../../e2e/support/sentinel';
import type { ServerTest, TargetTest } from '../../contract/settings';
import { rightsFor } from '../../redis/acl-lines';
import { USES } from '../../redis/rights';
import { loadConfig } from '../../server/config/config';
import { createLog } from '../../server/record/log';
import type { Runtime } from '../../server/runtime/types';
import { createRuntime } from '../../server/start/runtime-core';
import { settingsAnswer } from './settings';
import { lastTestOf, testTarget } from './target-test';

const PASSWORD = 'a-secret-of-redis';

let authority: Authority;
let certificate: Certificate;
beforeAll(async () => {
  authority = await startAuthority('Ours');
  certificate = await authority.issue('server');
});
afterAll(() => authority.close());

/** A console that watches one target as a file sets it up; it need not be reached. */
async function consoleOf(context: TestContext, target: object): Promise<Runtime> {
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-target-'));
  const file = join(folder, 'lockscope.config.json');
  await writeFile(file, JSON.stringify({ targets: [{ name: 'test', ...target }] }));
  const config = loadConfig({ LOCKSCOPE_CONFIG: file, LOCKSCOPE_HISTORY_URL: 'memory:' }, folder);
  const runtime = createRuntime(config, createLog([], { write: () => {} }));
  context.onTestFinished(async () => {
    await runtime.close();
    await rm(folder, { recursive: true, force: true });
  });
  return runtime;
}

async function tested(context: TestContext, target: object): Promise<ServerTest> {
  const { servers } = await testTarget(await consoleOf(context, target), 'test');
  expect(servers).toHaveLength(1);
  return servers[0] as ServerTest;
}

const deniedOf = ({ rights }: ServerTest) =>
  (rights ?? []).filter(({ is }) => is === 'denied').map(({ command }) => command);

test.concurrent('a server that permits everything: every right is allowed, and nothing is to be granted', async (context) => {
  const { server } = await ownServer(context);
  const found = await tested(context, { url: server.url });
  expect(found).toMatchObject({
    ...{ role: 'server', address: `127.0.0.1:${server.port}`, user: 'default', encrypted: false, tls: null },
    ...{ reached: true, problem: null, everyKey: true, grant: null },
  });
  expect(found.server).toMatchObject({ name: 'Redis', version: expect.stringMatching(/^\d+\.\d+/) });
  expect(found.pingMs).toBeGreaterThan(0);
  expect(deniedOf(found)).toEqual([]);
  expect(found.rights?.map(({ command }) => command).sort()).toEqual(
    USES.map(({ command }) => command.replace('|', ' ')).sort(),
  );
  expect(new Set(found.rights?.map(({ needed }) => needed))).toEqual(
    new Set(['see', 'see-at-once', 'optional', 'act']),
  );
});

test.concurrent('nothing is written, and nothing stays subscribed', async (context) => {
  const { server, connect } = await ownServer(context);
  await tested(context, { url: server.url });
  const redis = connect();
  expect(await redis.dbsize()).toBe(0);
  expect(await redis.pubsub('CHANNELS', 'lockscope_rights_probe')).toEqual([]);
});

test.concurrent('a wrong password, and none at all, name the setting and hold no secret', async (context) => {
  const { server, connect } = await ownServer(context);
  await connect().config('SET', 'requirepass', PASSWORD);
  const url = (password: string) => server.url.replace('redis://', `redis://${password}`);
  const wrong = await tested(context, { url: url(':wrong-secret@') });
  expect(wrong).toMatchObject({
    ...{ reached: false, rights: null, grant: null, everyKey: null, server: null, pingMs: null },
    problem: { code: 'wrong-password', settings: ['username', 'password'] },
  });
  expect(JSON.stringify(wrong)).not.toContain('wrong-secret');
  const none = await tested(context, { url: url('') });
  expect(none).toMatchObject({ reached: false, problem: { code: 'no-password', settings: ['password'] } });
  expect(await tested(context, { url: url(`:${PASSWORD}@`) })).toMatchObject({
    reached: true,
    problem: null,
  });
});

test.concurrent('a port that nobody listens on, and a host that does not exist', async (context) => {
  expect(await tested(context, { url: `redis://127.0.0.1:${REFUSED_PORT}` })).toMatchObject({
    ...{ reached: false, address: `127.0.0.1:${REFUSED_PORT}` },
    problem: { code: 'refused', settings: ['url'], message: expect.stringContaining('ECONNREFUSED') },
  });
  expect(await tested(context, { url: 'redis://redis.invalid:6379' })).toMatchObject({
    ...{ reached: false, problem: { code: 'no-host', settings: ['url'] } },
  });
});

test.concurrent('a server that takes connections and says nothing ends the test in time', async (context) => {
  const { server } = await ownServer(context);
  const runtime = await consoleOf(context, { url: server.url });
  server.freeze();
  const { servers, tookMs } = await testTarget(runtime, 'test');
  server.thaw();
  expect(servers[0]).toMatchObject({ reached: false, problem: { code: 'silent' } });
  expect(tookMs).toBeLessThan(10_000);
});

test.concurrent('a database that is not there', async (context) => {
  const { server } = await ownServer(context, ['--databases', '2']);
  expect(await tested(context, { url: `${server.url}/7` })).toMatchObject({
    problem: { code: 'no-database', settings: ['db'] },
  });
});

test.concurrent('a user without EVAL and PUBSUB: the line grants what is missing, and nothing else', async (context) => {
  const { server, connect } = await ownServer(context);
  const redis = connect();
  const without = ['-eval', '-evalsha', '-pubsub|numsub', '-psubscribe'];
  await redis.call('ACL', 'SETUSER', 'lockscope', 'on', `>${PASSWORD}`, '~*', '&*', '+@all', ...without);
  const target = { url: server.url, username: 'lockscope', password: PASSWORD };
  const runtime = await consoleOf(context, target);
  const found = (await testTarget(runtime, 'test')).servers[0] as ServerTest;
  expect(found).toMatchObject({ reached: true, user: 'lockscope', problem: null });
  expect(deniedOf(found).sort()).toEqual(['EVAL', 'EVALSHA', 'PSUBSCRIBE', 'PUBSUB NUMSUB']);
  expect(found.rights).toContainEqual({ command: 'EVAL', costs: 'acts', needed: 'act', is: 'denied' });
  expect(found.rights).toContainEqual({
    ...{ command: 'PUBSUB NUMSUB', costs: 'waiters', needed: 'optional', is: 'denied' },
  });
  const [, , ...words] = (found.grant ?? '').split(' ');
  expect(words[0]).toBe('lockscope');
  expect(words.slice(1).sort()).toEqual(['+eval', '+evalsha', '+psubscribe', '+pubsub|numsub']);
  await redis.call('ACL', 'SETUSER', ...words);
  const again = (await testTarget(runtime, 'test')).servers[0] as ServerTest;
  expect([deniedOf(again), again.grant]).toEqual([[], null]);
});

test.concurrent('keys and channels that a user may not use are granted by name', async (context) => {
  const { server, connect } = await ownServer(context);
  const redis = connect();
  await redis.call('ACL', 'SETUSER', 'some', 'on', `>${PASSWORD}`, '~lock:*', 'resetchannels', '+@all');
  const target = { url: server.url, username: 'some', password: PASSWORD };
  const found = await tested(context, target);
  expect(found).toMatchObject({ reached: true, everyKey: false, grant: 'ACL SETUSER some ~* &*' });
  expect(deniedOf(found).sort()).toEqual(['PSUBSCRIBE', 'PUBLISH', 'SUBSCRIBE']);
  const viewing = await tested(context, { ...target, readOnly: true });
  expect(viewing.grant).toBe('ACL SETUSER some %R~* &*');
});

test.concurrent('a viewer as doctor --acl prints it lacks nothing where the target is read-only', async (context) => {
  const { server, connect } = await ownServer(context);
  const redis = connect();
  const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? null;
  const rights = rightsFor(version).viewer.map((right) => `+${right}`);
  await redis.call('ACL', 'SETUSER', 'viewer', 'on', `>${PASSWORD}`, '%R~*', '&*', ...rights);
  const target = { url: server.url, username: 'viewer', password: PASSWORD };
  const viewing = await tested(context, { ...target, readOnly: true });
  expect([deniedOf(viewing), viewing.grant, viewing.everyKey]).toEqual([[], null, true]);
  expect(viewing.rights?.some(({ needed }) => needed === 'act')).toBe(false);
  const acting = await tested(context, target);
  expect(deniedOf(acting)).toEqual(expect.arrayContaining(['EVALSHA', 'EVAL', 'DEL', 'PUBLISH']));
  expect(acting.rights?.filter(({ is, needed }) => is === 'denied' && needed !== 'act')).toEqual([]);
});

test.concurrent('TLS: what was agreed on, and why it was not', async (context) => {
  const port = await freePort();
  const files = ['--tls-cert-file', certificate.certFile, '--tls-key-file', certificate.keyFile];
  const trust = ['--tls-ca-cert-file', authority.certFile, '--tls-auth-clients', 'no'];
  const server = await startRedisServer(['--tls-port', String(port), ...files, ...trust]);
  context.onTestFinished(() => server.close());
  const url = `rediss://127.0.0.1:${port}`;
  expect(await tested(context, { url, tls: { ca: authority.certFile } })).toMatchObject({
    ...{ reached: true, encrypted: true, tls: expect.stringMatching(/^TLSv1\.[23]$/), problem: null },
  });
  expect(await tested(context, { url })).toMatchObject({
    ...{ reached: false, encrypted: true, tls: null },
    problem: { code: 'tls', settings: ['tls'], message: expect.stringContaining('tls.ca') },
  });
  const inClear = await tested(context, { url: `redis://127.0.0.1:${port}` });
  expect(inClear).toMatchObject({ reached: false, encrypted: false, problem: { code: 'wants-tls' } });
  const ca = { ca: authority.certFile };
  const toClear = await tested(context, { url: `rediss://127.0.0.1:${server.port}`, tls: ca });
  expect(toClear).toMatchObject({ reached: false, problem: { code: 'not-tls' } });
});

test.concurrent('a cluster: each node that it has, and its replicas, whatever the configuration names', async (context) => {
  const cluster = await startCluster({ masters: 3, replicasPerMaster: 1 });
  context.onTestFinished(() => cluster.close());
  const [first] = cluster.nodes;
  const nodes = [`redis://127.0.0.1:${first?.port}`];
  const runtime = await consoleOf(context, { topology: 'cluster', nodes });
  await until('all replicas are known', () => repliesOf(runtime) === 3);
  const { servers } = await testTarget(runtime, 'test');
  const addresses = cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).sort();
  expect(servers.map(({ address }) => address).sort()).toEqual(addresses);
  expect(servers.map(({ role }) => role).sort()).toEqual([
    ...Array(3).fill('node'),
    ...Array(3).fill('replica'),
  ]);
  for (const server of servers) expect(server).toMatchObject({ reached: true, problem: null, grant: null });
});

const repliesOf = (runtime: Runtime) =>
  runtime.nodes().reduce((sum, { replicas }) => sum + (replicas?.length ?? 0), 0);

test.concurrent('sentinels: the primary that they name, each of them, and replicas', async (context) => {
  const group = await startSentinelGroup();
  context.onTestFinished(() => group.close());
  const nodes = group.options.sentinels.map(({ host, port }) => `redis://${host}:${port}`);
  const target = { topology: 'sentinel', nodes };
  const runtime = await consoleOf(context, { ...target, primary: group.options.name });
  await until('the replicas are known', () => repliesOf(runtime) === 2);
  const { servers } = await testTarget(runtime, 'test');
  expect(servers.map(({ role }) => role)).toEqual([
    ...['primary', 'sentinel', 'sentinel', 'sentinel', 'replica', 'replica'],
  ]);
  expect(servers[0]).toMatchObject({ address: `127.0.0.1:${group.primary().port}`, reached: true });
  for (const server of servers) expect(server).toMatchObject({ reached: true, problem: null });
  const unknown = await testTarget(await consoleOf(context, { ...target, primary: 'another' }), 'test');
  const problems = unknown.servers.map(({ problem }) => problem?.code);
  expect(problems).toEqual(Array(4).fill('no-primary'));
});

test.concurrent('of a Redlock group each master has its own row, and a test under way is not begun twice', async (context) => {
  const one = await ownServer(context);
  const two = await ownServer(context);
  const nodes = [one.server.url, two.server.url, `redis://127.0.0.1:${REFUSED_PORT}`];
  const runtime = await consoleOf(context, { topology: 'redlock', nodes });
  expect(lastTestOf(runtime, 'test')).toBeNull();
  const [first, second] = await Promise.all([testTarget(runtime, 'test'), testTarget(runtime, 'test')]);
  expect(first).toBe(second as TargetTest);
  expect(first.servers.map(({ role, reached }) => [role, reached])).toEqual([
    ...[true, true, false].map((reached) => ['master', reached]),
  ]);
  expect(first.servers[2]?.problem).toMatchObject({ code: 'refused', settings: ['nodes'] });
  const { targets, file, roles } = await settingsAnswer(runtime);
  expect(targets).toMatchObject([{ name: 'test', topology: 'redlock', named: 3, test: first }]);
  expect([file, roles]).toEqual([runtime.config.file, null]);
});

test.concurrent('a target that is not watched is refused', async (context) => {
  const runtime = await consoleOf(context, { url: `redis://127.0.0.1:${REFUSED_PORT}` });
  await expect(testTarget(runtime, 'other')).rejects.toThrow('There is no target called other');
});
