import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type TestContext, test } from 'vitest';
import { until } from '../../../e2e/support/redis-server';
import type { Target } from '../../domain/nodes/target';
import type { Environment } from '../config/environment';
import { createLog } from '../record/log';
import { createSampleControl } from './sample-data';

const program = fileURLToPath(new URL('../../../bin/sample.mjs', import.meta.url));

/** A switch whose child processes keep their files, and so can be found, in a folder of the test. */
async function aSwitch(context: TestContext, given: { program?: string; env?: Environment } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-sample-'));
  const watched = new Map<string, Target>();
  const sample = createSampleControl({
    program: 'program' in given ? given.program : program,
    env: { ...process.env, TMPDIR: folder, LOCKSCOPE_HISTORY_URL: 'postgres://a:secret@h/db', ...given.env },
    log: createLog([], { write: () => {} }),
    watch: (target) => void watched.set(target.name, target),
    unwatch: async (name) => void watched.delete(name),
  });
  context.onTestFinished(async () => {
    await sample.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  });
  return { sample, folder, watched };
}

/** Environments of the processes that have their files in this folder. */
async function processesOf(folder: string): Promise<{ pid: string; env: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (pid) => ({ pid, env: await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '') })),
  );
  return all.filter(({ env }) => env.includes(`TMPDIR=${folder}`));
}

const nothingIsLeft = (folder: string) =>
  until('nothing is left', async () => {
    return (await processesOf(folder)).length === 0 && (await readdir(folder)).length === 0;
  });

test('on and off: its targets are watched and go, and no process and no file stays', async (context) => {
  const { sample, folder, watched } = await aSwitch(context);
  expect(sample.state()).toEqual({ state: 'off', problem: null });
  expect(await sample.set(true)).toEqual({ state: 'on', problem: null });
  expect([...watched.keys()]).toEqual(['sample-shop', 'sample-billing', 'sample-quorum']);
  for (const target of watched.values())
    expect(target).toMatchObject({ environment: 'sample data', production: false, from: { is: 'sample' } });
  expect(await sample.set(true), 'twice is once').toEqual({ state: 'on', problem: null });
  expect(watched.size).toBe(3);
  const running = await until('the workload runs', async () => {
    const found = await processesOf(folder);
    return found.length > 8 && found;
  });
  for (const { env } of running) expect(env, 'no setting of the console').not.toContain('LOCKSCOPE_');
  expect(await sample.set(false)).toEqual({ state: 'off', problem: null });
  expect(watched.size).toBe(0);
  await nothingIsLeft(folder);
});

test('on, off and on at once come one after the other, and the last one counts', async (context) => {
  const { sample, watched } = await aSwitch(context);
  const done = await Promise.all([sample.set(true), sample.set(false), sample.set(true)]);
  expect(done.map(({ state }) => state)).toEqual(['on', 'off', 'on']);
  expect(watched.size).toBe(3);
});

test('servers that end by themselves take their targets along, and the switch says so', async (context) => {
  const { sample, folder, watched } = await aSwitch(context);
  await sample.set(true);
  // One that is killed may have started another since they were counted, which nobody owns then.
  await until('all of them are killed', async () => {
    const found = await processesOf(folder);
    for (const { pid } of found) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // it ended with another of them
      }
    }
    return found.length === 0;
  });
  await until('it is noticed', () => sample.state().state === 'failed');
  expect([sample.state().problem, watched.size]).toEqual(['ended', 0]);
  expect((await sample.set(true)).state, 'it can be switched on again').toBe('on');
});

test('a missing program or file is named', async (context) => {
  const none = await aSwitch(context, { program: undefined });
  expect(await none.sample.set(true)).toEqual({ state: 'failed', problem: 'no-files' });
  const bare = await aSwitch(context, { env: { PATH: '/nonexistent' } });
  expect(await bare.sample.set(true)).toEqual({ state: 'failed', problem: 'no-redis-server' });
  expect(await bare.sample.set(false)).toEqual({ state: 'off', problem: null });
});

test('a program that prints anything else is ended, and nothing is watched', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-sample-'));
  context.onTestFinished(() => rm(folder, { recursive: true }));
  for (const line of [
    '{}',
    '{"targets":[]}',
    'not json',
    '{"targets":[{"name":"a","url":"file:///etc/passwd"}]}',
  ]) {
    const other = join(folder, 'other.mjs');
    await writeFile(other, `console.log(${JSON.stringify(line)}); process.stdin.resume();`);
    const { sample, watched } = await aSwitch(context, { program: other });
    expect(await sample.set(true), line).toEqual({ state: 'failed', problem: 'ended' });
    expect(watched.size).toBe(0);
  }
});

test('a console that is killed leaves nothing of it behind', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-sample-'));
  context.onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  const owner = `
    const child = require('node:child_process').spawn(process.execPath, [${JSON.stringify(program)}], { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdout.once('data', () => { child.stdin.write('go\\n'); process.stdout.write('on'); });`;
  const parent = spawn(process.execPath, ['-e', owner], {
    ...{
      cwd: dirname(program),
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  });
  await once(parent.stdout, 'data');
  parent.kill('SIGKILL');
  await nothingIsLeft(folder);
});
