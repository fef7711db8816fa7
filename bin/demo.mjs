/**
 * `npm run demo [-- --port N] [--redis URL]`: local Redis servers with a workload, and the console that watches them;
 * with `--redis`, the console alone, watching that one. Ctrl-C ends all of it and leaves nothing behind.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { endWithParent, startTree, stopAll } from './children.mjs';
import { root, setup } from './setup.mjs';

const { port, redis } = readArguments();
endWithParent(() => stopAll(10_000));
await setup(redis === undefined ? ['redis-server'] : []);
await ensureBuilt({ whenStale: true });
await requireFreePort(port);

// Every server and process of the demo keeps its files in here.
const folder = mkdtempSync(join(tmpdir(), 'lockscope-demo-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const env = { ...process.env, TMPDIR: folder, LOCKSCOPE_DEMO_REDIS_URL: redis };
const args = ['--import', 'tsx', join(root, 'e2e/demo/main.ts'), String(port)];
const demo = startTree(process.execPath, args, { cwd: root, env });
demo.once('exit', (code) => process.exit(code ?? 1));

function readArguments() {
  try {
    const options = { port: { type: 'string', default: '3000' }, redis: { type: 'string' } };
    const { values } = parseArgs({ options });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error('--port must be 1 to 65535');
    if (values.redis !== undefined && !/^rediss?:\/\//.test(values.redis)) {
      throw new Error('--redis must be a redis:// or rediss:// URL');
    }
    return { port, redis: values.redis };
  } catch (error) {
    console.error(`${error.message}\nusage: npm run demo [-- --port N] [--redis URL]`);
    process.exit(2);
  }
}

async function requireFreePort(port) {
  const probe = createServer();
  const problem = await new Promise((resolve) => {
    probe.once('error', resolve);
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(null)));
  });
  if (problem === null) return;
  console.error(`port ${port} cannot be used (${problem.code}); try: npm run demo -- --port ${port + 1}`);
  process.exit(1);
}
