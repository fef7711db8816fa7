import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anApplication, packed } from '../e2e/support/an-application';
import { fileRedis } from '../e2e/support/file-redis.ts';
import { NEWER_NODES, newerNode } from '../e2e/support/newer-node.ts';
import { buildClient } from './build-client.mjs';
import { root } from './setup.mjs';

const redisUrl = await fileRedis();
const exec = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'lockscope-newer-node-'));
const LIMIT_MS = 900_000;
let tarball = '';

beforeAll(async () => {
  await buildClient(join(folder, 'package'));
  tarball = await packed(join(folder, 'package'), folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const USE = `
  const redis = new Redis(process.env.REDIS_URL);
  const mutex = createMutex({ redis });
  const lease = await mutex.acquire('newer-node:' + process.version, { waitMs: 30_000 });
  const wasHeld = lease.isHeld;
  await lease.release();
  await mutex.close();
  redis.disconnect();
  console.log(process.version, wasHeld, lease.isHeld);
`;
const PROGRAMS = {
  module: `import { Redis } from 'ioredis';\nimport { createMutex } from 'lockscope/client';\n${USE}`,
  commonjs: `const { Redis } = require('ioredis');\nconst { createMutex } = require('lockscope/client');
(async () => {${USE}})();`,
};

describe.each(NEWER_NODES)('on Node %s', (version) => {
  let node = '';
  beforeAll(async () => {
    node = await newerNode(version);
  });

  test.each(Object.keys(PROGRAMS))('the packed client acquires and releases as a %s', async (type) => {
    const app = await anApplication(join(folder, `${version}-${type}`), tarball, 6, type);
    app.write({ 'app.js': PROGRAMS[type] });
    expect((await app.run('app.js', { REDIS_URL: redisUrl }, node)).trim()).toBe(`v${version} true false`);
  });

  test('every test that needs no server passes', { timeout: LIMIT_MS }, async () => {
    const args = [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'pure',
      '--reporter=json',
    ];
    // This test's own vitest must not be taken for the parent of that one.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')),
    );
    const options = { cwd: root, env, timeout: LIMIT_MS, maxBuffer: 2 ** 28 };
    const { stdout } = await exec(node, args, options).catch((error) => error);
    const { numTotalTests, numPassedTests, testResults } = JSON.parse(stdout.slice(stdout.indexOf('{"num')));
    const failed = testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed')
        .map(({ fullName, failureMessages }) => [fullName, ...failureMessages].join('\n')),
    );
    expect(failed.join('\n')).toBe('');
    expect(numPassedTests).toBe(numTotalTests);
    expect(numTotalTests).toBeGreaterThan(1_000);
  });
});
