import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { type Authority, type Certificate, startAuthority } from '../../../e2e/support/certificates';
import { freePort, REFUSED_PORT } from '../../../e2e/support/free-port';
import { droppingPort, echoingPort, greetingPort, httpPort } from '../../../e2e/support/other-listeners';
import { ownServer } from '../../../e2e/support/own-server';
import { startRedisServer, until } from '../../../e2e/support/redis-server';
import { watch } from '../../../e2e/support/watch';
import type { ReachCode } from '../../contract/node-codes';
import type { NodeStatus } from '../../contract/nodes';
import type { ServerTest } from '../../contract/settings';
import { targetFrom } from '../../server/config/config';
import { testOf } from './target-test';

const SECRET = 'a-wrong-secret';

let authority: Authority;
let certificate: Certificate;
beforeAll(async () => {
  authority = await startAuthority('Own');
  certificate = await authority.issue('server');
});
afterAll(() => authority.close());

async function tlsPort({ onTestFinished }: TestContext): Promise<number> {
  const port = await freePort();
  const files = ['--tls-cert-file', certificate.certFile, '--tls-key-file', certificate.keyFile];
  const trust = ['--tls-ca-cert-file', authority.certFile, '--tls-auth-clients', 'no'];
  const server = await startRedisServer(['--tls-port', String(port), ...files, ...trust]);
  onTestFinished(() => server.close());
  return port;
}

async function guarded(context: TestContext): Promise<number> {
  const { server, connect } = await ownServer(context);
  await connect().config('SET', 'requirepass', 'the-right-secret');
  return server.port;
}

const at = (port: number, password = '') => ({
  url: `redis://127.0.0.1:${port}`,
  ...(password && { password }),
});

type Case = {
  /** The settings of a target that fails. */
  of(context: TestContext): Promise<object> | object;
  code: ReachCode;
  /** Of the collector, which tries one way only; absent = the same. */
  watched?: ReachCode;
  settings: string[];
};

const CASES: Record<string, Case> = {
  'a wrong password': {
    of: async (context) => at(await guarded(context), SECRET),
    code: 'wrong-password',
    settings: ['username', 'password'],
  },
  'no password where one is wanted': {
    of: async (context) => at(await guarded(context)),
    code: 'no-password',
    settings: ['password'],
  },
  'a port where nothing listens': { of: () => at(REFUSED_PORT), code: 'refused', settings: ['url'] },
  'a port where a web server listens': {
    of: async (context) => at(await httpPort(context), SECRET),
    code: 'not-redis',
    settings: ['url'],
  },
  'a port where something greets first': {
    of: async (context) => at(await greetingPort(context)),
    code: 'not-redis',
    settings: ['url'],
  },
  'a name that does not exist': {
    of: () => ({ url: 'redis://redis.invalid:6379' }),
    code: 'no-host',
    settings: ['url'],
  },
  'redis:// where TLS is spoken': {
    of: async (context) => at(await tlsPort(context)),
    code: 'wants-tls',
    watched: 'closed',
    settings: ['url'],
  },
  'rediss:// where it is not': {
    of: async (context) => ({
      url: at((await ownServer(context)).server.port).url.replace('redis:', 'rediss:'),
    }),
    code: 'not-tls',
    watched: 'timed-out',
    settings: ['url'],
  },
  'a certificate of an authority that is not trusted': {
    of: async (context) => ({ url: `rediss://127.0.0.1:${await tlsPort(context)}` }),
    code: 'tls',
    settings: ['tls'],
  },
  'a port that takes no connection and refuses none': {
    of: async (context) => at(await droppingPort(context)),
    code: 'timed-out',
    settings: ['url'],
  },
};

describe('a connection test says why, with which address and which setting', () => {
  test.concurrent.for(Object.entries(CASES))('%s', async ([_, { of, code, settings }], context) => {
    const target = targetFrom({ name: 'test', ...(await of(context)) });
    const { servers } = await testOf(target, [], Date.now);
    const [found] = servers as [ServerTest];
    const { host } = new URL(target.url);
    expect(found).toMatchObject({
      ...{ reached: false, address: host, rights: null, grant: null },
      problem: { code, settings, from: { is: 'form' } },
    });
    expect(found.problem?.message).not.toBe('');
    expect(JSON.stringify(found)).not.toContain(SECRET);
  });
});

/** The first failure that a collector reports of a target it watches. */
async function watchedFailure({ onTestFinished }: TestContext, settings: object): Promise<NodeStatus> {
  const target = targetFrom(
    { name: 'test', ...settings },
    { is: 'file', file: 'lockscope.config.json', key: 'targets[2]' },
  );
  const { collector } = watch(target.url, target);
  onTestFinished(() => collector.stop());
  return until('it says why', () => collector.nodes().find(({ failure }) => failure));
}

describe('a target that is watched says the same, and when it is tried again', () => {
  test.concurrent.for(Object.entries(CASES))(
    '%s',
    async ([_, { of, code, watched = code, settings }], context) => {
      const wanted = await of(context);
      const { failure, problem, state } = await watchedFailure(context, wanted);
      expect(failure).toMatchObject({
        ...{ code: watched, settings: watched === 'closed' || watched === 'timed-out' ? ['url'] : settings },
        from: { is: 'file', file: 'lockscope.config.json', key: 'targets[2]' },
        retryMs: watched === 'timed-out' ? 3_000 : 1_000,
      });
      expect(failure?.tried).toBe(new URL((wanted as { url: string }).url).host);
      expect(state).not.toBe('live');
      expect(`${problem}`).not.toContain(SECRET);
    },
  );
});

test('the failure goes with the first answer, and comes back with the next', async (context) => {
  const { server } = await ownServer(context);
  const { collector } = watch(server.url);
  context.onTestFinished(() => collector.stop());
  await until('it is live', () => collector.nodes().every(({ state }) => state === 'live'));
  expect(collector.nodes()).toMatchObject([{ problem: null, failure: null }]);
  await server.stop('SIGKILL');
  await until('it is refused', () => collector.nodes()[0]?.failure?.code === 'refused');
  await server.start();
  await until('it is live again', () => collector.nodes()[0]?.state === 'live');
  expect(collector.nodes()).toMatchObject([{ problem: null, failure: null }]);
  server.freeze();
  await until('it is silent', () => collector.nodes()[0]?.failure?.code === 'silent');
  server.thaw();
});

test('a server that repeats its commands has no password in any answer', async (context) => {
  const settings = at(await echoingPort(context), SECRET);
  const test = await testOf(targetFrom({ name: 'test', ...settings, username: 'mk' }), [], Date.now);
  expect(test.servers[0]?.problem).not.toBeNull();
  expect(JSON.stringify(test)).not.toContain(SECRET);
  const status = await watchedFailure(context, { ...settings, username: 'mk' });
  expect(JSON.stringify(status)).not.toContain(SECRET);
});
