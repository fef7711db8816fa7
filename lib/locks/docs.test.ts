import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { aliasOfIoredis5, wantsIoredis5 } from '../../bin/ioredis.mjs';
import { fileRedis } from '../../e2e/support/file-redis';
import { forcedKeyOf } from '../domain/keys/forced';
import { mutexChannelOf } from '../domain/keys/mutex-token';
import { processKeyOf } from '../domain/keys/process-record';
import * as names from '../domain/keys/redisson-names';
import * as exported from './index';
import { collectLockMetrics } from './metrics';

const redisUrl = await fileRedis();
const root = fileURLToPath(new URL('../../', import.meta.url));
const docs = join(root, 'docs');
const exec = promisify(execFile);

const read = (name: string) => readFileSync(join(docs, name), 'utf8');
const lockPages = readdirSync(join(docs, 'locks')).map((name) => `locks/${name}`);
const pages = ['client.md', ...lockPages].map((name) => ({ name, text: read(name) }));
const guide = read('client.md');

/** Every ```ts block of the pages; those marked `ts run` are complete programs. */
const blocks = pages.flatMap(({ name, text }) =>
  [...text.matchAll(/^```ts( run)?\n(.*?)^```$/gms)].map(([, run, code = ''], at) => ({
    file: `${name.replace(/\W/g, '-')}-${at + 1}.ts`,
    code,
    runs: run !== undefined,
  })),
);

vi.setConfig({ maxConcurrency: 2 }); // programs of their own, each a processor's work to start

describe('the examples', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lockscope-docs-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const paths = {
      'lockscope/client': [join(root, 'lib/locks/index.ts')],
      'lockscope/client/metrics': [join(root, 'lib/locks/metrics.ts')],
      ...(wantsIoredis5() && { ioredis: [aliasOfIoredis5.ioredis] }),
    };
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { paths, incremental: false, allowJs: false, plugins: [], types: ['node'] },
      include: ['*.ts'],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'an-application', type: 'module' }));
    for (const { file, code } of blocks) await writeFile(join(folder, file), `${code}\nexport {};\n`);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('are accepted by the compiler', async () => {
    const compiled = exec(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
    expect(await compiled.catch(({ stdout }: { stdout: string }) => ({ stdout }))).toMatchObject({
      stdout: '',
    });
  });

  test.concurrent.each(blocks.filter(({ runs }) => runs))(
    'run, say what is written beside them, and end: $file',
    async ({ file, code }) => {
      const local = code.replaceAll('redis://127.0.0.1:6379', redisUrl);
      await writeFile(join(folder, file), local);
      const env = { ...process.env, TSX_TSCONFIG_PATH: join(folder, 'tsconfig.json'), NO_COLOR: '1' };
      const args = ['--import', 'tsx', join(folder, file)];
      const { stdout } = await exec(process.execPath, args, { cwd: root, env, timeout: 60_000 });
      const said = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
      expect(stdout.trim().split('\n').filter(Boolean)).toEqual(said);
    },
    90_000,
  );
});

describe('the pages', () => {
  test.each(pages)('$name has no line that is too long and no link that leads nowhere', ({ name, text }) => {
    expect(text.split('\n').filter((line) => line.length > 130)).toEqual([]);
    const links = [...text.matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !existsSync(resolve(docs, dirname(name), path)))).toEqual([]);
  });

  test('show every factory on a page that the guide leads to', () => {
    const factories = Object.keys(exported).filter((name) => /^(create|legacy)/.test(name));
    expect(factories.length).toBeGreaterThan(8);
    for (const factory of factories) {
      const page = lockPages.find((name) => read(name).includes(`${factory}({`));
      expect(page, factory).toBeDefined();
      expect(guide).toContain(`](${page})`);
    }
    expect(lockPages.length).toBe(factories.length);
  });

  test('name every error the client throws, every reason of a loss, every event, metric and option', () => {
    const sources = readdirSync(join(root, 'lib/locks'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /^(?:(?!faults)[\w-]+\/)*[\w-]+\.ts$/.test(name))
      .map((name) => `locks/${name}`);
    const code = [...sources, 'redis/run-script.ts']
      .map((name) => readFileSync(join(root, 'lib', name), 'utf8'))
      .join('\n');
    const all = (pattern: RegExp, text = code) => [...text.matchAll(pattern)].map(([, name = '']) => name);
    const types = all(
      /export type (?:Common|LockClient|Acquire|Wait|Fair|Semaphore|Redlock)Options =(.*?)\n\};/gs,
    ).join('\n');
    const wanted = {
      errors: all(/new LockError\(\s*'([\w-]+)'/g),
      losses: all(/'([\w-]+)'/g, /export type LossReason =([^;]*);/.exec(code)?.[1]),
      events: Object.keys(exported.lockEvents).map((name) => `lockscope:${name}`),
      options: all(/^ {2}(\w+)\??:/gm, types),
    };
    for (const [what, list] of Object.entries(wanted)) {
      expect(list.length, what).toBeGreaterThan(5);
      expect(list.filter((name) => !guide.includes(`\n| \`${name}\``))).toEqual([]);
    }
    const registry = new Registry();
    const stop = collectLockMetrics({ registry });
    const metrics = registry.getMetricsAsArray().map(({ name }) => name);
    stop();
    expect(metrics.filter((name) => !guide.includes(`\n| \`${name}\``))).toEqual([]);
  });

  test('name keys and channels as they are', () => {
    const [key, id] = ['order:7', '<id>'];
    const { channelOf, fairQueueOf, fairDeadlinesOf, fenceOf, rwChannelOf } = names;
    const wire: [string, string[]][] = [
      ['client', [processKeyOf(id), forcedKeyOf(key, '<token>')]],
      ['locks/mutex', [mutexChannelOf(key)]],
      ['locks/redlock', [mutexChannelOf(key)]],
      ['locks/reentrant', [channelOf(key)]],
      ['locks/multi-lock', [channelOf(key)]],
      ['locks/fair', [fairQueueOf(key), fairDeadlinesOf(key), names.fairChannelOf(key, '<token>')]],
      ['locks/fenced', [channelOf(key), fenceOf(key)]],
      ['locks/read-write', [rwChannelOf(key), `${names.readTimeoutPrefixOf(key, '<token>')}:<n>`]],
      ['locks/semaphore', [names.semaphoreChannelOf(key), names.permitDeadlinesOf(key)]],
    ];
    for (const [page, list] of wire) for (const name of list) expect(read(`${page}.md`)).toContain(name);
  });
});
