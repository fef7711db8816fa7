import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anApplication, packed } from '../e2e/support/an-application';
import { fileRedis } from '../e2e/support/file-redis.ts';
import { buildClient } from './build-client.mjs';

const redisUrl = await fileRedis();
const folder = mkdtempSync(join(tmpdir(), 'lockscope-applications-'));
let tarball = '';

beforeAll(async () => {
  await buildClient(join(folder, 'package'));
  tarball = await packed(join(folder, 'package'), folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const USE = `
const redis = new Redis(process.env.REDIS_URL);
const mutex = createMutex({ redis });
const result = await mutex.using('application:' + process.pid, { waitMs: 30_000 }, async (signal, lease) => lease.token);
await mutex.close();
redis.disconnect();
console.log(result);
`;
const IMPORTS = `import { Redis } from 'ioredis';\nimport { createMutex } from 'lockscope/client';`;
const REQUIRES = `const { Redis } = require('ioredis');\nconst { createMutex } = require('lockscope/client');`;
const later = (code) => `(async () => {${code}})();`;

/** What an application writes in TypeScript: programs, and types that must be as they are. */
const TYPED = `
export async function run(redis: Redis): Promise<bigint> {
  const locks = createFenced({ redis, app: 'billing', label: 'eu-1' });
  const lease = await locks.acquire('invoice:42', { waitMs: 1_000 });
  const same: Lease = await createRedlock({ nodes: [redis] }).acquire('x', { waitMs: 0 });
  if (isLockError(same.signal.reason, 'lost')) throw same.signal.reason;
  // @ts-expect-error a lease in words is no lease
  await locks.acquire('invoice:42', { waitMs: 1_000, leaseMs: 'long' });
  void collectLockMetrics;
  return lease.fencingToken;
}
export function all(code: LockErrorCode): string {
  switch (code) {
    case 'wait-timeout': case 'aborted': case 'not-held': case 'lost': case 'quorum-not-reached': case 'changed':
    case 'invalid-argument': case 'extend-unsupported': case 'timed-out': case 'unexpected-reply':
      return code;
  }
}
// @ts-expect-error only the console throws it
all('xray-off');
`;
const TYPES = `import { createFenced, createRedlock, isLockError, type Lease, type LockErrorCode } from 'lockscope/client';
import { collectLockMetrics } from 'lockscope/client/metrics';
`;
const typed = (use) => `${IMPORTS}\n${TYPES}\n${TYPED}\n${use}`.replace('process.env.REDIS_URL', '$&!');

function config(module, moduleResolution, more = {}) {
  const compilerOptions = {
    module,
    moduleResolution,
    target: 'es2022',
    lib: ['esnext'],
    types: ['node'],
    ...more,
  };
  return JSON.stringify({
    compilerOptions: { ...compilerOptions, strict: true, rootDir: 'src', outDir: 'out' },
    include: ['src'],
  });
}

const application = (name, ioredis, type) => anApplication(join(folder, name), tarball, ioredis, type);
const run = (app, file) => app.run(file, { REDIS_URL: redisUrl });

/** A holder token of the mutex that `USE` takes. */
const TOKEN = /^ls1\./;
/** The older compiler needs a quarter of a minute for the types of ioredis itself on a busy machine. */
const OLDER = { skipLibCheck: true };

describe.each([5, 6])('an application with ioredis %i', (ioredis) => {
  test('imports it into ES modules', async () => {
    const app = await application(`esm-${ioredis}`, ioredis, 'module');
    app.write({ 'app.js': IMPORTS + USE });
    expect(await run(app, 'app.js')).toMatch(TOKEN);
  });

  test('requires it in CommonJS', async () => {
    const app = await application(`cjs-${ioredis}`, ioredis, 'commonjs');
    app.write({ 'app.js': REQUIRES + later(USE) });
    expect(await run(app, 'app.js')).toMatch(TOKEN);
  });

  test('is built by TypeScript with module node16, as CommonJS and as ES module', async () => {
    const app = await application(`node16-${ioredis}`, ioredis, 'commonjs');
    app.write({ 'src/a.ts': typed(later(USE)), 'src/b.mts': typed(USE) });
    app.write({ 'tsconfig.json': config('node16', 'node16', OLDER) });
    await app.compile(5);
    expect(await run(app, 'out/a.js')).toMatch(TOKEN);
    expect(await run(app, 'out/b.mjs')).toMatch(TOKEN);
  });

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('is built by the newest TypeScript with module %s', async (module, moduleResolution) => {
    const app = await application(`${module}-${ioredis}`, ioredis, 'module');
    app.write({ 'tsconfig.json': config(module, moduleResolution), 'src/app.ts': typed(USE) });
    await app.compile(7);
    expect(await run(app, 'out/app.js')).toMatch(TOKEN);
  });
});

test('an application is built by TypeScript with moduleResolution node10', async () => {
  const app = await application('node10', 5, 'commonjs');
  app.write({ 'tsconfig.json': config('commonjs', 'node10', OLDER), 'src/app.ts': typed(later(USE)) });
  await app.compile(5);
  expect(await run(app, 'out/app.js')).toMatch(TOKEN);
});

test('its metrics fill a registry of prom-client', async () => {
  const app = await application('metrics', 6, 'module');
  const start = `import { Registry } from 'prom-client';
import { collectLockMetrics } from 'lockscope/client/metrics';

const registry = new Registry();
collectLockMetrics({ registry });`;
  app.write({ 'app.js': `${IMPORTS}${start}${USE}console.log(await registry.metrics());` });
  const output = await run(app, 'app.js');
  expect(output).toContain('lockscope_lock_held_seconds_count{kind="mutex",outcome="released"} 1');
  expect(output).toContain('lockscope_lock_attempts_total{kind="mutex"} 1');
});
