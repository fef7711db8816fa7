import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redisUrl } from '../e2e/support/file-redis.ts';
import { buildClient } from './build-client.mjs';
import { root } from './setup.mjs';

const exec = promisify(execFile);
const app = mkdtempSync(join(tmpdir(), 'lockscope-consumer-'));
afterAll(() => rmSync(app, { recursive: true, force: true }));

/** An application that has ioredis and lockscope among its packages, and nothing of this repository around it. */
beforeAll(async () => {
  await buildClient();
  mkdirSync(join(app, 'node_modules/@types'), { recursive: true });
  for (const name of ['ioredis', 'prom-client', '@types/node']) link(join(root, 'node_modules', name), name);
  link(join(root, 'dist/npm'), 'lockscope');
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module' }));
});

function link(target, name) {
  symlinkSync(target, join(app, 'node_modules', name), 'dir');
}

const USE = `
const redis = new Redis(process.env.REDIS_URL);
const mutex = createMutex({ redis });
const result = await mutex.using('consumer:' + process.pid, { waitMs: 1000 }, async (signal, lease) => lease.token);
await mutex.close();
redis.disconnect();
console.log(result);
`;

test('an ES module can import it', async () => {
  const start = `import { Redis } from 'ioredis';\nimport { createMutex } from 'lockscope/client';`;
  expect(await outputOf('app.js', start + USE)).toMatch(/^ls1\./);
});

test('a CommonJS program can require it', async () => {
  const start = `const { Redis } = require('ioredis');\nconst { createMutex } = require('lockscope/client');`;
  expect(await outputOf('app.cjs', `${start}(async () => {${USE}})();`)).toMatch(/^ls1\./);
});

test('its metrics fill a registry of prom-client', async () => {
  const start = `import { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { createMutex } from 'lockscope/client';
import { collectLockMetrics } from 'lockscope/client/metrics';
const registry = new Registry();
collectLockMetrics({ registry });`;
  const output = await outputOf('metrics.js', `${start}${USE}console.log(await registry.metrics());`);
  expect(output).toContain('lockscope_lock_held_seconds_count{kind="mutex",outcome="released"} 1');
  expect(output).toContain('lockscope_lock_attempts_total{kind="mutex"} 1');
});

test('a TypeScript application sees its types with Node resolution', async () => {
  const text = `import { Redis } from 'ioredis';
import { createFenced, createRedlock, isLockError, type Lease } from 'lockscope/client';
import { collectLockMetrics } from 'lockscope/client/metrics';
export async function run(redis: Redis): Promise<bigint> {
  await using locks = createFenced({ redis, app: 'billing', label: 'eu-1' });
  await using lease = await locks.acquire('invoice:42', { waitMs: 1_000 });
  const same: Lease = await createRedlock({ nodes: [redis] }).acquire('x', { waitMs: 0 });
  if (isLockError(same.signal.reason, 'lost')) throw same.signal.reason;
  // @ts-expect-error a lease in words is no lease
  await locks.acquire('invoice:42', { waitMs: 1_000, leaseMs: 'long' });
  void collectLockMetrics;
  return lease.fencingToken;
}
`;
  writeFileSync(join(app, 'app.mts'), text);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'esnext'];
  const modules = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--types', 'node'];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  await exec(process.execPath, [tsc, ...options, ...modules, 'app.mts'], { cwd: app, timeout: 60_000 });
});

async function outputOf(name, text) {
  writeFileSync(join(app, name), text);
  const env = { ...process.env, REDIS_URL: redisUrl };
  const { stdout } = await exec(process.execPath, [name], { cwd: app, env, timeout: 30_000 });
  return stdout;
}
