import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { type Authority, type Certificate, startAuthority } from '../../../e2e/support/certificates';
import { freePort } from '../../../e2e/support/free-port';
import { startRedisServer, until } from '../../../e2e/support/redis-server';
import { expectTruth, ownConnection, startTruthRun } from '../../../e2e/support/truth-run';
import { watch } from '../../../e2e/support/watch';
import type { TlsMaterial } from '../../domain/nodes/target';

let ours: Authority;
let others: Authority;
let ofServer: Certificate;
let ofClient: Certificate;
beforeAll(async () => {
  [ours, others] = await Promise.all([startAuthority('Ours'), startAuthority('Others')]);
  [ofServer, ofClient] = await Promise.all([ours.issue('server'), ours.issue('client')]);
});
afterAll(() => Promise.all([ours.close(), others.close()]));

/** A TLS server, with or without client certificates; the workload bypasses TLS. */
async function tlsServer(context: TestContext, clients: 'yes' | 'no') {
  const port = await freePort();
  const files = ['--tls-cert-file', ofServer.certFile, '--tls-key-file', ofServer.keyFile];
  const trust = ['--tls-ca-cert-file', ours.certFile, '--tls-auth-clients', clients];
  const server = await startRedisServer(['--tls-port', String(port), ...files, ...trust]);
  context.onTestFinished(() => server.close());
  return { server, url: `rediss://127.0.0.1:${port}`, connect: () => ownConnection(server.port) };
}

/** The problem that the collector reports of a server that it cannot connect to. */
async function problemOf(context: TestContext, url: string, tls: TlsMaterial | null): Promise<string> {
  const watched = watch(url, { tls });
  context.onTestFinished(() => watched.collector.stop());
  const problem = await until('a problem', () => watched.status().problem);
  expect(watched.status().state).not.toBe('live');
  return problem;
}

test.concurrent('TLS: a server whose authority is configured is watched as any other', async (context) => {
  const { server, url, connect } = await tlsServer(context, 'no');
  const run = await startTruthRun(context, { url, connect, change: { tls: { ca: ours.cert } } });
  expect(run.watched.status()).toMatchObject({ state: 'live', events: 'tracking' });
  await run.workload.changed(60);
  await run.workload.inDoubt(() => server.stop('SIGKILL').then(server.start), { mayLose: true });
  await expectTruth(run);
});

test.concurrent('mTLS: with its certificate the collector is let in', async (context) => {
  const { url, connect } = await tlsServer(context, 'yes');
  const { cert, key } = ofClient;
  const run = await startTruthRun(context, { url, connect, change: { tls: { ca: ours.cert, cert, key } } });
  await run.workload.changed(60);
  await expectTruth(run);
});

test.concurrent('mTLS: without a certificate it is told so, and nothing is said to be live', async (context) => {
  const { url } = await tlsServer(context, 'yes');
  expect(await problemOf(context, url, { ca: ours.cert })).toMatch(
    /client's certificate \(tls\.cert, tls\.key\)/,
  );
});

test.concurrent('mTLS: a certificate of another authority is told to be the trouble', async (context) => {
  const { url } = await tlsServer(context, 'yes');
  const { cert, key } = await others.issue('stranger');
  expect(await problemOf(context, url, { ca: ours.cert, cert, key })).toMatch(
    /not trust our certificate \(tls\.cert\)/,
  );
});

test.concurrent('an authority that is not the configured one is an error that names the setting', async (context) => {
  const { url } = await tlsServer(context, 'no');
  expect(await problemOf(context, url, { ca: others.cert })).toMatch(/not trusted \(tls\.ca\)/);
});

test.concurrent('an authority that the system does not know is an error that names the setting', async (context) => {
  const { url } = await tlsServer(context, 'no');
  expect(await problemOf(context, url, null)).toMatch(/not trusted \(tls\.ca\)/);
});
