import { type ChildProcess, fork, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { until } from '../../../e2e/support/redis-server';
import { createSilenceStore, MOST_SILENCES, type SilenceStore } from './silence-store';

const FAR_MS = 4_000_000_000_000;
const STEP_MS = 20;
const WRITER = fileURLToPath(new URL('../../../e2e/support/silence-writer.ts', import.meta.url));

let folder: string;
let file: string;
let told: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockscope-silences-'));
  file = join(folder, 'silences.json');
  told = [];
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true, force: true });
});
// Behind the folder's, as hooks run from the last to the first: what is open still writes there.
const { opened, closers } = closing();

const wanted = (reason: string, untilMs = FAR_MS) => ({
  code: 'no-ttl' as const,
  target: 'test',
  scope: { kind: 'all' as const },
  untilMs,
  reason,
  by: 'ann',
  createdMs: 1,
});
const reasons = (store: SilenceStore) =>
  store
    .running()
    .map(({ reason }) => reason)
    .sort();

function open(
  change: { dataDir?: string | null; now?: () => number; checkEveryMs?: number } = {},
): SilenceStore {
  const log = (_: unknown, message: string) => void told.push(message);
  const options = { dataDir: folder, now: Date.now, checkEveryMs: STEP_MS, ...change };
  return opened(createSilenceStore({ ...options, log: { error: log, warn: log } as never }));
}

/** A process that adds `<name>-0`, `<name>-1`, … to the folder and tells each that was kept. */
function writer(name: string): { child: ChildProcess; kept: string[] } {
  const child = fork(WRITER, [folder, name], { execArgv: ['--import', 'tsx'], stdio: 'pipe' });
  closers.push(() => child.kill('SIGKILL'));
  const kept: string[] = [];
  child.on('message', (reason) => kept.push(String(reason)));
  return { child, kept };
}

describe('silences in a file', () => {
  test('outlive the store, in the order they were given, and are for nobody else to read', async () => {
    const first = open();
    await Promise.all(['a', 'b', 'c'].map((reason) => first.add(wanted(reason))));
    await first.close();
    const again = open();
    expect(reasons(again), 'at once').toEqual(['a', 'b', 'c']);
    expect(again.kept).toBe('file');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ v: 1, silences: [{}, {}, {}] });
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  test('that were ended or have ended do not come back', async () => {
    let nowMs = 1_000;
    const first = open({ now: () => nowMs });
    const { id } = await first.add(wanted('ended'));
    await first.add(wanted('over', 2_000));
    await first.add(wanted('on'));
    await first.end(id);
    await expect(first.end(id)).rejects.toMatchObject({ code: 'not-found' });
    expect(reasons(first)).toEqual(['on', 'over']);
    nowMs = 2_000;
    expect(reasons(first)).toEqual(['on']);
    expect(reasons(open({ now: () => nowMs }))).toEqual(['on']);
  });

  test('are those of every console on the folder', async () => {
    const [one, two] = [open(), open()];
    const { id } = await one.add(wanted('of one'));
    await until('two sees it', () => two.running().length === 1);
    await two.end(id);
    await until('one sees its end', () => one.running().length === 0);
  });

  test('of two consoles that write at once are all kept', async () => {
    const [one, two] = [open(), open()];
    const names = Array.from({ length: 20 }, (_, i) => `${i}`.padStart(2, '0'));
    await Promise.all(names.map((name, i) => (i % 2 ? one : two).add(wanted(name))));
    for (const store of [one, two]) await until('it has all', () => store.running().length === names.length);
    await until('the file has all', async () => {
      const { silences } = JSON.parse(await readFile(file, 'utf8'));
      return silences.length === names.length;
    });
  });

  test('have a bound, and one that was ended makes room', async () => {
    const text = JSON.stringify({
      v: 1,
      silences: Array.from({ length: MOST_SILENCES }, (_, i) => ({
        ...wanted(`${i}`),
        id: `${i}`,
        endedMs: null,
      })),
    });
    await writeFile(file, text);
    const store = open();
    await expect(store.add(wanted('one more'))).rejects.toMatchObject({ code: 'too-large' });
    await store.end('7');
    await store.add(wanted('one more'));
    expect(store.running()).toHaveLength(MOST_SILENCES);
  });

  test('without a folder are kept in memory', async () => {
    const store = open({ dataDir: null });
    await store.add(wanted('a'));
    expect([store.kept, reasons(store)]).toEqual(['memory', ['a']]);
    expect(reasons(open({ dataDir: null }))).toEqual([]);
  });
});

describe('a console that is killed while it writes', () => {
  test('leaves a file that can be read, with every silence that it had acknowledged', {
    timeout: 60_000,
  }, async () => {
    const acknowledged: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      const { child, kept } = writer(name);
      const gone = new Promise((resolve) => child.once('exit', resolve));
      await until('it has written', () => kept.length >= 5);
      child.kill('SIGKILL');
      await gone;
      acknowledged.push(...kept);
      const store = open();
      expect(store.notes()).toEqual([]);
      expect(reasons(store)).toEqual(expect.arrayContaining(acknowledged));
      await store.close();
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(20);
  });

  test('has its left-overs cleared away once they are old', async () => {
    const [old, fresh] = [`${file}.a.tmp`, `${file}.b.tmp`];
    await Promise.all([old, fresh].map((path) => writeFile(path, '{')));
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(old, longAgo, longAgo);
    open();
    await until('the old one is gone', async () => !(await readdir(folder)).includes('silences.json.a.tmp'));
    expect(await readdir(folder)).toContain('silences.json.b.tmp');
  });
});

describe('a file that cannot be understood', () => {
  test.each([
    ['is cut off', '{"v":1,"silences":[{"id":"a"'],
    ['has no version', '{"silences":[]}'],
    ['has a silence without an end', JSON.stringify({ v: 1, silences: [{ ...wanted('a'), untilMs: null }] })],
  ])('because it %s is moved aside, told, and silencing goes on', async (_, text) => {
    await writeFile(file, text);
    const store = open();
    const [note] = await until('it is told', () => store.notes().length > 0 && store.notes());
    const movedTo = note?.code === 'corrupt' ? note.movedTo : '';
    expect(await readFile(movedTo, 'utf8')).toBe(text);
    expect(told).toEqual([expect.stringContaining('moved aside')]);
    await store.add(wanted('b'));
    expect(reasons(open())).toEqual(['b']);
    expect(await readFile(movedTo, 'utf8')).toBe(text);
  });

  test('while the console runs costs nothing of what it knows', async () => {
    const store = open();
    await store.add(wanted('a'));
    await writeFile(file, 'not json');
    await until('it is told', () => store.notes().length > 0);
    expect(reasons(store)).toEqual(['a']);
    await until('it is written again', async () => {
      const text = await readFile(file, 'utf8').catch(() => '');
      return text.includes('"reason": "a"');
    });
  });

  test('because a newer console wrote it is left alone, and nothing is written over it', async () => {
    const text = '{"v":2,"quiet":[]}';
    await writeFile(file, text);
    const store = open();
    await expect(store.add(wanted('a'))).rejects.toMatchObject({
      code: 'not-stored',
      message: expect.stringContaining('version 2'),
    });
    expect(store.notes()).toMatchObject([{ code: 'unreadable' }]);
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});

describe('a folder that takes no files', () => {
  test('is told at the start and at every try, and what runs goes on', { timeout: 60_000 }, async () => {
    const before = open();
    await before.add(wanted('a'));
    await before.close();
    await chmod(folder, 0o555);
    const said = await unprivileged([folder, 'b', 'once']);
    await chmod(folder, 0o755);
    expect(said).toMatchObject({
      error: {
        code: 'not-stored',
        message: expect.stringMatching(/silences\.json cannot be written: EACCES/),
      },
      notes: [{ code: 'unwritable' }],
      running: ['a'],
    });
    expect(reasons(open())).toEqual(['a']);
  });

  test('because it has no room left refuses, and loses nothing', { timeout: 60_000 }, async () => {
    const before = open();
    await before.add(wanted('a'));
    await before.close();
    const said = await withoutRoom([folder, 'b'.repeat(400), 'once']);
    expect(said).toMatchObject({ error: { code: 'not-stored' }, running: ['a'] });
    expect(reasons(open())).toEqual(['a']);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

/** What the writer says of one try. Root gives up the right to write where the mode of a folder says no. */
function unprivileged(args: string[]): Promise<unknown> {
  const command = [process.execPath, '--import', 'tsx', WRITER, ...args];
  const isRoot = process.getuid?.() === 0;
  const [program = '', ...rest] = isRoot
    ? ['setpriv', '--bounding-set', '-dac_override', ...command]
    : command;
  return said(program, rest);
}

/** The same where no file may grow beyond 512 bytes. */
function withoutRoom(args: string[]): Promise<unknown> {
  const line = 'ulimit -f 1; trap "" XFSZ; exec "$0" "$@"';
  return said('sh', ['-c', line, process.execPath, '--import', 'tsx', WRITER, ...args]);
}

async function said(command: string, args: string[]): Promise<unknown> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  closers.push(() => child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the writer ended with ${code}: ${err}`);
  return JSON.parse(out);
}
