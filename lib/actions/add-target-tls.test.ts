import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { callerAt } from '../../e2e/support/a-caller';
import { startAuthority } from '../../e2e/support/certificates';
import { freePort, REFUSED_PORT } from '../../e2e/support/free-port';
import { startRedisServer, until } from '../../e2e/support/redis-server';
import type { TargetDraft } from '../contract/add-target';
import { isConsoleError } from '../domain/values/errors';
import { loadConfig } from '../server/config/config';
import { createLog } from '../server/record/log';
import { createRuntime } from '../server/start/runtime-core';
import { addTarget, testDraft } from './add-target';

const CALLER = callerAt('127.0.0.1');

/** A console without a configuration, a Redis that takes clients with a certificate alone, and the files for it. */
async function start({ onTestFinished }: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-add-tls-'));
  const [authority, port] = [await startAuthority('Own'), await freePort()];
  const [server, client, other] = [
    await authority.issue('server'),
    await authority.issue('client'),
    await authority.issue('other'),
  ];
  const files = ['--tls-cert-file', server.certFile, '--tls-key-file', server.keyFile];
  const trust = ['--tls-ca-cert-file', authority.certFile, '--tls-auth-clients', 'yes'];
  const redis = await startRedisServer(['--tls-port', String(port), ...files, ...trust]);
  const config = loadConfig({ LOCKSCOPE_HISTORY_URL: 'memory:' }, folder, { mayBeEmpty: true });
  const lines: string[] = [];
  const runtime = createRuntime(config, createLog([], { write: (line) => void lines.push(line) }));
  onTestFinished(async () => {
    await runtime.close();
    await redis.close();
    await authority.close();
    await rm(folder, { recursive: true, force: true });
  });
  const draft = (tls: TargetDraft['tls']): TargetDraft => ({
    ...{ name: 'orders', topology: 'standalone', addresses: [`rediss://127.0.0.1:${port}`] },
    ...(tls && { tls }),
  });
  return { folder, authority, client, other, runtime, lines, draft };
}

test('a Redis that asks for a certificate is tested, watched, and still there after the next start', async (context) => {
  const { folder, authority, client, runtime, lines, draft } = await start(context);
  // Relative names are of the folder of the file, as the next start reads them.
  await cp(authority.certFile, join(folder, 'ca.pem'));
  const tls = { ca: 'ca.pem', cert: client.certFile, key: client.keyFile };
  const without = await testDraft(runtime, draft(undefined), CALLER);
  expect(without.test.servers).toMatchObject([
    { reached: false, problem: { code: 'tls', settings: ['tls'], from: { is: 'form' } } },
  ]);
  const { test: done } = await testDraft(runtime, draft(tls), CALLER);
  expect(done.servers).toMatchObject([
    { reached: true, tls: expect.stringMatching(/^TLSv1/), problem: null },
  ]);
  await addTarget(runtime, draft(tls), CALLER);
  await until('it is live', () => runtime.nodes()[0]?.state === 'live');
  const file = join(folder, 'lockscope.config.json');
  expect(JSON.parse(await readFile(file, 'utf8')).targets[0].tls).toEqual(tls);
  expect(loadConfig({}, folder).targets[0]?.tls).toEqual({
    ...{ ca: authority.cert, cert: client.cert, key: client.key },
  });
  const entries = await runtime.history.audit({ limit: 10 });
  expect(entries[0]).toMatchObject({ action: 'add-target', outcome: 'added', details: { tls } });
  const shown = JSON.stringify([done, entries, lines, runtime.nodes()]);
  for (const { key, cert } of [client]) for (const text of [key, cert]) expect(shown).not.toContain(text);
  expect(shown).not.toContain('PRIVATE KEY');
});

test('whatever a path leads to that cannot be used has one refusal, at once', async (context) => {
  const { folder, client, other, runtime, draft } = await start(context);
  const garbage = join(folder, 'secrets.env');
  await writeFile(garbage, 'AWS_SECRET=hunter2');
  const refusalOf = async (tls: TargetDraft['tls']) => {
    const of = { ...draft(tls), addresses: [`rediss://127.0.0.1:${REFUSED_PORT}`] };
    const errors = await Promise.all(
      [testDraft, addTarget].map((act) => act(runtime, of, CALLER).catch((error: unknown) => error)),
    );
    return errors.map((error) =>
      isConsoleError(error) ? [error.code, error.message, error.details.setting] : error,
    );
  };
  const startedAt = performance.now();
  const refusals = await Promise.all(
    ['/no/such/file', garbage, folder, '/dev/zero', '/proc/kmsg', '/etc/shadow', client.keyFile].map((ca) =>
      refusalOf({ ca }),
    ),
  );
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  const [first] = refusals;
  expect(first?.[0]).toEqual(['invalid-argument', expect.stringContaining('tls.ca names no PEM'), 'tls.ca']);
  for (const each of refusals) expect(each).toEqual(first);
  const { certFile: cert } = client;
  const [none] = await refusalOf({ cert, key: '/no/such/file' });
  expect(await refusalOf({ cert, key: other.keyFile })).toEqual([none, none]);
  expect((await refusalOf({ cert }))[0]).toMatchObject(['invalid-argument', expect.any(String), 'tls']);
  const variable = await refusalOf({ ca: `\${HOME}/ca.pem` });
  expect(variable[0]).toMatchObject(['invalid-argument', expect.any(String), 'tls']);
  expect(JSON.stringify(await runtime.history.audit({ limit: 100 }))).not.toContain('hunter2');
  expect(runtime.all()).toEqual([]);
});
