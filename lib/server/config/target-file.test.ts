import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { createLog } from '../record/log';
import { loadConfig } from './config';
import type { Environment } from './environment';
import { createTargetFile } from './target-file';

const SECRET = 's3cr3t-p4ss';
const ORDERS = { name: 'orders', url: 'redis://h:6379', password: SECRET };

async function aFolder({ onTestFinished }: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-target-file-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The target file of a console that starts in this folder. */
function fileOf(folder: string, env: Environment = {}, lines: string[] = []) {
  const config = loadConfig(env, folder, { mayBeEmpty: true });
  const log = createLog([], { write: (line: string) => void lines.push(line) });
  return { log, file: createTargetFile({ config, env, log }) };
}

test('without a configuration the first target makes the file, for its owner alone, and the next start reads it', async (context) => {
  const folder = await aFolder(context);
  const { file } = fileOf(folder);
  const path = join(folder, 'lockscope.config.json');
  expect([file.path, file.isThere()]).toEqual([path, false]);
  const target = await file.add(ORDERS);
  expect(target).toMatchObject({
    name: 'orders',
    from: { is: 'file', file: 'lockscope.config.json', key: 'targets[0]' },
  });
  expect(file.isThere()).toBe(true);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ targets: [ORDERS] });
  expect(loadConfig({}, folder).targets).toEqual([target]);
  expect(await readdir(folder)).toEqual(['lockscope.config.json']);
});

test('a file that is there keeps all it says, variables among it, and is closed to others', async (context) => {
  const folder = await aFolder(context);
  const path = join(folder, 'lockscope.config.json');
  const text = `{ "dataDir": "kept",\n  "targets": [\n    { "name": "a", "url": "redis://\${HOST}" }\n  ] }\n`;
  await writeFile(path, text, { mode: 0o644 });
  const env = { HOST: 'redis.internal' };
  const { file } = fileOf(folder, env);
  expect((await file.add(ORDERS)).from).toMatchObject({ key: 'targets[1]' });
  const next = await readFile(path, 'utf8');
  expect(next.startsWith(text.slice(0, text.indexOf('\n  ] }')))).toBe(true);
  expect(next.endsWith('\n  ] }\n')).toBe(true);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(loadConfig(env, folder).targets.map(({ name }) => name)).toEqual(['a', 'orders']);
});

test('a link to a file stays one, and the file that it names is replaced', async (context) => {
  const folder = await aFolder(context);
  await mkdir(join(folder, 'real'));
  const real = join(folder, 'real', 'config.json');
  await writeFile(real, '{"targets":[{"name":"a","url":"redis://h"}]}');
  await symlink(real, join(folder, 'lockscope.config.json'));
  await fileOf(folder).file.add(ORDERS);
  expect((await readdir(folder)).sort()).toEqual(['lockscope.config.json', 'real']);
  expect(JSON.parse(await readFile(real, 'utf8')).targets).toHaveLength(2);
});

test.each([
  ['a name that is none', { name: 'Orders' }, 'name'],
  ['no address', { url: '' }, 'url'],
  ['a scheme of something else', { url: 'http://169.254.169.254/latest' }, 'url'],
  ['a file of the machine', { url: 'file:///etc/passwd' }, 'url'],
  ['options that nobody hides', { url: `redis://h?password=${SECRET}` }, 'url'],
  ['a password in two places', { url: `redis://:${SECRET}@h` }, 'password'],
  ['a variable of the environment in the address', { url: `redis://\${HOME}.evil.example` }, 'url'],
  ['a variable of the environment as the password', { password: `\${AWS_SECRET}` }, 'password'],
  ['one among many', { url: undefined, topology: 'cluster', nodes: ['redis://h', `redis://\${A}`] }, 'nodes'],
])(
  '%s is refused, by the setting and without the secret, and nothing is written',
  async (_, change, setting) => {
    const folder = await mkdtemp(join(tmpdir(), 'lockscope-target-file-'));
    const { file } = fileOf(folder);
    const error = await file.add({ ...ORDERS, ...change }).then(
      () => null,
      (thrown: unknown) => thrown as Error & { code: string; details: object },
    );
    expect(error).toMatchObject({ code: 'invalid-argument', details: { setting } });
    expect(JSON.stringify([error?.message, error?.details])).not.toContain(SECRET);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  },
);

test('of many that come at once each name is taken once, and no target is lost', async (context) => {
  const folder = await aFolder(context);
  const { file } = fileOf(folder);
  const names = ['a', 'b', 'a', 'c', 'b'];
  const done = await Promise.allSettled(names.map((name) => file.add({ ...ORDERS, name })));
  expect(done.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'rejected'],
  ]);
  expect(loadConfig({}, folder).targets.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

test.each([
  ['broken since the start', '{"targets": [ // mine\n ]}'],
  [
    'with a setting that this console does not know',
    '{"targets":[{"name":"a","url":"redis://h"}],"later":1}',
  ],
  ['with a variable that is not set', `{"targets":[{"name":"a","url":"redis://\${NOT_SET}"}]}`],
])('a file %s is left as it is', async (_, text) => {
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-target-file-'));
  const path = join(folder, 'lockscope.config.json');
  await writeFile(path, '{"targets":[{"name":"a","url":"redis://h"}]}');
  const { file } = fileOf(folder);
  await writeFile(path, text);
  await expect(file.add(ORDERS)).rejects.toMatchObject({ code: 'not-stored' });
  expect(await readFile(path, 'utf8')).toBe(text);
  await rm(folder, { recursive: true });
});

test('a folder that cannot be written fails with its path, and leaves the file', async (context) => {
  const folder = await aFolder(context);
  const path = join(folder, 'lockscope.config.json');
  await writeFile(path, '{"targets":[{"name":"a","url":"redis://h"}]}');
  const { file } = fileOf(folder);
  // A folder under the name of the file cannot be replaced by one, by root neither.
  await rm(path);
  await mkdir(path);
  await chmod(folder, 0o500);
  await expect(file.add(ORDERS)).rejects.toMatchObject({ code: 'not-stored', details: { path } });
  await chmod(folder, 0o700);
  expect(await readdir(folder)).toEqual(['lockscope.config.json']);
});

test('targets from variables, and those that several consoles share, are not added to', async (context) => {
  const folder = await aFolder(context);
  const variables = fileOf(folder, { LOCKSCOPE_REDIS_URL: 'redis://h' }).file;
  expect([variables.path, variables.refused]).toEqual([null, 'variables']);
  await expect(variables.add(ORDERS)).rejects.toMatchObject({ code: 'denied' });
  await writeFile(join(folder, 'lockscope.config.json'), '{"targets":[{"name":"a","url":"redis://h"}]}');
  const env = { LOCKSCOPE_COORDINATION_URL: 'redis://h', LOCKSCOPE_HISTORY_URL: 'memory:' };
  const shared = fileOf(folder, env).file;
  expect(shared.refused).toBe('consoles');
  await expect(shared.add(ORDERS)).rejects.toMatchObject({ code: 'denied', details: { why: 'consoles' } });
});

test('a password of a draft is in no line of the log from then on, saved or not', async (context) => {
  const lines: string[] = [];
  const { file, log } = fileOf(await aFolder(context), {}, lines);
  file.draft({
    ...ORDERS,
    url: undefined,
    topology: 'sentinel',
    nodes: ['redis://:p4ss-of-sentinels@h'],
    primary: 'm',
  });
  log.warn({ message: `AUTH ${SECRET} p4ss-of-sentinels` }, 'x');
  expect(lines.join('')).toContain('AUTH *** ***');
});
