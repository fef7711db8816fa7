import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { callerAt } from '../../e2e/support/a-caller';
import { REFUSED_PORT } from '../../e2e/support/free-port';
import { echoingPort } from '../../e2e/support/other-listeners';
import { ownServer } from '../../e2e/support/own-server';
import { until } from '../../e2e/support/redis-server';
import type { TargetDraft } from '../contract/add-target';
import { listQuery } from '../contract/locks';
import { ALL_GRANTS } from '../domain/access/grants';
import { listPage } from '../reads/list';
import { settingsAnswer } from '../reads/settings/settings';
import { scopedRuntime } from '../server/access/scoped-runtime';
import { loadConfig } from '../server/config/config';
import { createLog } from '../server/record/log';
import type { Runtime } from '../server/runtime/types';
import { createRuntime } from '../server/start/runtime-core';
import { addTarget, testDraft } from './add-target';

const SECRET = 's3cr3t-of-redis';
const CALLER = callerAt('127.0.0.1');

type Started = { runtime: Runtime; folder: string; lines: string[] };

/** A console that starts with nothing configured, in a folder of its own. */
async function emptyConsole({ onTestFinished }: TestContext): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-first-run-'));
  const config = loadConfig({ LOCKSCOPE_HISTORY_URL: 'memory:' }, folder, { mayBeEmpty: true });
  const lines: string[] = [];
  const runtime = createRuntime(config, createLog([], { write: (line) => void lines.push(line) }));
  onTestFinished(async () => {
    await runtime.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { runtime, folder, lines };
}

const draftAt = (port: number, change: Partial<TargetDraft> = {}): TargetDraft => ({
  ...{ name: 'orders', topology: 'standalone', environment: 'production' },
  addresses: [`redis://127.0.0.1:${port}`],
  ...change,
});

const auditOf = ({ runtime }: Started) => runtime.history.audit({ limit: 100 });

test.concurrent('a target that is added is saved and watched at once, and its locks are in every list', async (context) => {
  const { server, connect } = await ownServer(context);
  const redis = connect();
  await redis.config('SET', 'requirepass', SECRET);
  await connect({ password: SECRET }).set('order:1:lock', 'c41f'.repeat(8), 'PX', 600_000);
  const started = await emptyConsole(context);
  const { runtime, folder, lines } = started;
  const viewer = [{ rights: ['view'] as const, targets: ['orders'], keys: ['order:*'] }].map((grant) => ({
    ...grant,
    rights: [...grant.rights],
  }));
  expect(scopedRuntime(runtime, viewer).all()).toEqual([]);

  const draft = draftAt(server.port, { password: SECRET });
  const added = await addTarget(runtime, draft, CALLER);
  const path = join(folder, 'lockscope.config.json');
  expect(added).toMatchObject({ target: 'orders', file: path });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await until('its lock is known', () => runtime.locks('orders').length === 1);
  const { locks } = listPage(scopedRuntime(runtime, viewer), listQuery.parse({}));
  expect(locks.map(({ key }) => key.text)).toEqual(['order:1:lock']);
  expect(runtime.nodes()).toMatchObject([{ target: 'orders', environment: 'production', production: true }]);
  expect(runtime.tallies()).toMatchObject({ orders: {} });

  const settings = await settingsAnswer(runtime);
  expect(settings).toMatchObject({
    ...{ file: path, adding: { file: path, refused: null }, sample: { state: 'off', problem: null } },
    targets: [{ name: 'orders', from: { is: 'file', file: 'lockscope.config.json', key: 'targets[0]' } }],
  });
  const [entry] = await auditOf(started);
  expect(entry).toMatchObject({ action: 'add-target', outcome: 'added', key: 'orders', id: added.auditId });
  expect(entry?.details.addresses).toEqual([`127.0.0.1:${server.port}`]);
  const shown = JSON.stringify([added, settings, await auditOf(started), lines, runtime.nodes()]);
  expect(shown).not.toContain(SECRET);
  expect(loadConfig({}, folder).targets).toMatchObject([{ name: 'orders' }]);
});

test.concurrent('a test of a draft names missing rights, saves nothing, and is in the audit by its addresses', async (context) => {
  const { server, connect } = await ownServer(context);
  const rights = ['on', `>${SECRET}`, '~*', '&*', '+@all', '-eval', '-evalsha'];
  await connect().call('ACL', 'SETUSER', 'lockscope', ...rights);
  const started = await emptyConsole(context);
  const { runtime, folder } = started;
  const draft = draftAt(server.port, { username: 'lockscope', password: SECRET });
  const done = await testDraft(runtime, draft, CALLER);
  expect(done.test).toMatchObject({ target: 'orders', servers: [{ reached: true, problem: null }] });
  expect(done.test.servers[0]?.grant).toBe('ACL SETUSER lockscope +evalsha +eval');
  const wrong = await testDraft(runtime, { ...draft, password: `not-${SECRET}` }, CALLER);
  expect(wrong.test.servers[0]?.problem).toMatchObject({
    ...{ code: 'wrong-password', settings: ['username', 'password'], from: { is: 'form' } },
  });
  expect([runtime.all(), await readdir(folder)]).toEqual([[], []]);
  const entries = await auditOf(started);
  expect(entries).toMatchObject([
    {
      action: 'test-target',
      outcome: 'tested',
      details: { servers: [`127.0.0.1:${server.port}: wrong-password`] },
    },
    { action: 'test-target', outcome: 'tested', details: { username: 'lockscope' } },
  ]);
  expect(JSON.stringify([done, wrong, entries])).not.toContain(SECRET);
});

test.concurrent('neither a server that repeats its commands nor a URL with a password gives one away', async (context) => {
  const started = await emptyConsole(context);
  const { runtime, lines } = started;
  const port = await echoingPort(context);
  const draft = draftAt(port, { addresses: [`redis://mk:${SECRET}@127.0.0.1:${port}`] });
  const done = await testDraft(runtime, draft, CALLER);
  await addTarget(runtime, draft, CALLER);
  await until('it failed', () => runtime.nodes()[0]?.failure);
  await until('the log has it', () => lines.some((line) => line.includes('cannot be reached')));
  const shown = JSON.stringify([done, await auditOf(started), runtime.nodes(), lines]);
  expect(shown).not.toContain(SECRET);
});

test.concurrent('the whole is refused where a part is wrong, and the audit has that too', async (context) => {
  const started = await emptyConsole(context);
  const { runtime, folder } = started;
  const refused: [Partial<TargetDraft>, string][] = [
    [{ addresses: ['file:///etc/passwd'] }, 'url'],
    [{ topology: 'sentinel', addresses: ['redis://h'] }, 'primary'],
    [{ topology: 'redlock', addresses: ['redis://h'] }, 'nodes'],
    [{ password: `\${HOME}${SECRET}` }, 'password'],
    [{ name: 'Orders' }, 'name'],
  ];
  for (const [change, setting] of refused)
    for (const act of [addTarget, testDraft])
      await expect(act(runtime, draftAt(REFUSED_PORT, change), CALLER)).rejects.toMatchObject({
        ...{ code: 'invalid-argument', details: { setting } },
      });
  expect([runtime.all(), await readdir(folder)]).toEqual([[], []]);
  const entries = await auditOf(started);
  expect(entries.map(({ outcome }) => outcome)).toEqual(Array(refused.length * 2).fill('refused'));
  expect(JSON.stringify(entries)).not.toContain(SECRET);
});

test.concurrent('one name is taken once, however many ask for it at once', async (context) => {
  const { runtime, folder } = await emptyConsole(context);
  const draft = draftAt(REFUSED_PORT);
  const done = await Promise.allSettled([1, 2, 3].map(() => addTarget(runtime, draft, CALLER)));
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(runtime.all()).toHaveLength(1);
  const text = await readFile(join(folder, 'lockscope.config.json'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ targets: [{ name: 'orders' }] });
  await expect(addTarget(runtime, draft, CALLER)).rejects.toMatchObject({ details: { setting: 'name' } });
});

test.concurrent('who asks too often is held up: the console is no tool to look for open ports with', async (context) => {
  const { runtime } = await emptyConsole(context);
  const tries = Array.from({ length: 61 }, () => testDraft(runtime, draftAt(REFUSED_PORT), CALLER));
  const codes = (await Promise.allSettled(tries)).flatMap((each) =>
    each.status === 'rejected' ? [(each.reason as { code: string }).code] : [],
  );
  expect(codes).toEqual(['rate-limited']);
});

test.concurrent('a view of somebody ends when a target comes, so that nobody looks at an old one', async (context) => {
  const { runtime } = await emptyConsole(context);
  const grants = [{ rights: ['view' as const], targets: ['*'], keys: ['order:*'] }];
  const before = scopedRuntime(runtime, grants);
  let ended = 0;
  const sink = {
    send() {},
    end() {
      ended += 1;
    },
  };
  before.live.subscribe(sink as never, null);
  await addTarget(runtime, draftAt(REFUSED_PORT), CALLER);
  expect(ended).toBe(1);
  expect(scopedRuntime(runtime, grants)).not.toBe(before);
  expect(scopedRuntime(runtime, ALL_GRANTS).all()).toHaveLength(1);
});
