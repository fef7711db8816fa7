import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import type { LockList } from '../lib/contract/locks';
import { freePort } from './support/free-port';
import { until } from './support/redis-server';

const script = fileURLToPath(new URL('../bin/demo.mjs', import.meta.url));

test.skip(process.platform !== 'linux', 'it looks for left-over processes in /proc');

/** Processes whose files are in `folder`, whoever their parent is by now. */
async function processesOf(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(
    pids.map(async (pid) => ({ pid, env: await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '') })),
  );
  return environments.filter(({ env }) => env.includes(`TMPDIR=${folder}/`)).map(({ pid }) => pid);
}

for (const signal of ['SIGINT', 'SIGKILL'] as const) {
  test(`the demo shows live locks, and ${signal} leaves nothing of it behind`, { tag: '@long' }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lockscope-demo-test-'));
    const port = await freePort();
    const env = { ...process.env, TMPDIR: folder };
    const demo = spawn(process.execPath, [script, '--port', String(port)], { env, stdio: 'ignore' });
    try {
      await until('locks of several kinds', () => hasLiveLocks(`http://127.0.0.1:${port}`, demo), 90_000);
      expect((await processesOf(folder)).length).toBeGreaterThan(8);
    } finally {
      const gone = once(demo, 'exit');
      demo.kill(signal);
      await gone;
    }
    await until('every process is gone', async () => (await processesOf(folder)).length === 0);
    // What SIGKILL gives no time to remove, the rest of the demo removes.
    await until('every file is gone', async () => (await readdir(folder)).length === 0);
    await rm(folder, { recursive: true });
  });
}

async function hasLiveLocks(url: string, demo: ChildProcess): Promise<boolean> {
  if (demo.exitCode !== null) throw new Error(`the demo ended with code ${demo.exitCode}`);
  try {
    const list = (await (await fetch(`${url}/api/locks?target=shop&limit=500`)).json()) as LockList;
    const keys = list.locks.map((lock) => lock.key.text);
    return ['order:{4711}:lock', 'cron:nightly-reconcile:lock', 'report:monthly:lock'].every((key) =>
      keys.includes(key),
    );
  } catch {
    return false; // it does not listen yet
  }
}
