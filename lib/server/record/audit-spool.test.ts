import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { onPostgres } from '../../../e2e/support/history-places';
import { until } from '../../../e2e/support/redis-server';
import { withSmallDisk } from '../../../e2e/support/small-disk';
import type { Archive } from '../../history/archive/archive-types';
import { openArchive } from '../../history/archive/open-archive';
import type { NewAuditEntry } from '../../history/memory/store';
import { takeDirectAudit } from './audit-file';
import { createDurableAudit } from './durable-audit';

const CHILD = fileURLToPath(new URL('../../../e2e/support/spool-child.ts', import.meta.url));
/** Longer than a busy disk takes. */
const PATIENCE_MS = 3_000;
const NEVER_MS = 3_600_000;
const silent = { info() {}, warn() {} };
const { opened, closers } = closing();
let folder = '';
let spool = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockscope-spool-'));
  spool = join(folder, 'direct-audit.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const entry = (reason: string): NewAuditEntry => ({
  ...{ atMs: Date.now(), actor: 'ann', action: 'release', target: 'test', lockId: 'test.0.a', key: 'a' },
  ...{ holder: null, reason, outcome: 'attempted', details: { seen: 1 } },
});

/** The audit of a console; it tries nothing again by itself unless `retryMs` is short. */
function auditOf(archive: Archive, { path = spool, retryMs = NEVER_MS } = {}) {
  const options = { archive, spool: path, log: () => {}, patienceMs: PATIENCE_MS, retryMs };
  return createDurableAudit(options);
}

const take = (archive: Archive) => takeDirectAudit(archive, spool, silent, Date.now());

/** The archive has this one entry, marked as spooled, and the chain states it. */
async function expectOnce(archive: Archive, expected: object): Promise<void> {
  expect(await archive.audit({ limit: 9 })).toMatchObject([
    { ...expected, hash: (await archive.auditHead())?.hash, details: { spooled: expect.any(String) } },
  ]);
  expect((await archive.auditChain()).broken).toBeNull();
}

async function works(archive: Archive): Promise<void> {
  await until('it works again', () => archive.auditHead().then(Boolean, () => false), 20_000);
}

/** A process with the same folder; ends with the test. */
function child(url: string, role: 'act' | 'take'): { said(): Promise<string>; kill(): Promise<void> } {
  const process_: ChildProcess = spawn(process.execPath, ['--import', 'tsx', CHILD, url, spool, role], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(process_, 'exit');
  const lines = createInterface({ input: process_.stdout as NodeJS.ReadableStream });
  const kill = async () => {
    process_.kill('SIGKILL');
    await gone;
  };
  closers.push(kill);
  return { said: async () => (await once(lines, 'line'))[0] as string, kill };
}

describe('SQLite', () => {
  test('that another process has locked: the entry is on the disk for the console alone, and comes once', async () => {
    const url = join(folder, 'history.db');
    const [other, archive] = [opened(openArchive({ url })), opened(openArchive({ url }))];
    const audit = auditOf(archive);
    await audit.auditWaiting({});
    await other.auditHead();
    await other.db.connection().execute(async (connection) => {
      await sql`begin exclusive`.execute(connection);
      const { id } = await audit.appendAudit(entry('locked'));
      expect(id).toBeLessThan(0);
      expect((await stat(spool)).mode & 0o777).toBe(0o600);
      await audit.updateAudit(id, { outcome: 'released', details: { seen: 1, woken: 2 } });
      await sql`rollback`.execute(connection);
    });
    await works(archive);
    await take(archive);
    await audit.close(5_000);
    await expectOnce(archive, { reason: 'locked', outcome: 'released' });
    expect(await audit.auditWaiting({})).toBe(0);
  });

  test('whose file cannot be opened: kill -9 between spool and act, then two consoles take it in once', async () => {
    const url = join(folder, 'history.db');
    await mkdir(url);
    const killed = child(url, 'act');
    expect(Number(await killed.said())).toBeLessThan(0);
    await killed.kill();
    await rm(url, { recursive: true });
    const [first, second] = [opened(openArchive({ url })), opened(openArchive({ url }))];
    // Before it is taken in it is shown, and counted.
    await mkdir(`${url}.else`);
    const away = opened(openArchive({ url: `${url}.else` }));
    expect(await auditOf(away).audit({ limit: 9 })).toMatchObject([{ reason: 'killed in the middle' }]);
    expect(await auditOf(away).auditWaiting({ among: ['test'] })).toBe(1);
    const added = await Promise.all([take(first), take(second)]);
    expect(added.sort()).toEqual([0, 1]);
    await expectOnce(first, { reason: 'killed in the middle', outcome: 'unknown' });
  });

  test('a console that is killed while it takes the spool in: every entry is there, once', async () => {
    const KILLS = 4;
    const EACH = 60;
    const url = join(folder, 'history.db');
    const archive = opened(openArchive({ url }));
    for (let kill = 1; kill <= KILLS; kill++) {
      const lines = Array.from({ length: EACH }, (_, nth) => {
        const uid = crypto.randomUUID();
        return JSON.stringify({ uid, entry: { ...entry(`${kill} ${nth}`), details: { spooled: uid } } });
      });
      await writeFile(spool, lines.join('\n'));
      const taker = child(url, 'take');
      await until(
        'some are in',
        async () => (await archive.audit({ limit: 500 })).length > (kill - 1) * EACH,
      );
      await taker.kill();
    }
    await until(
      'the file is free',
      () =>
        take(archive).then(
          () => true,
          () => false,
        ),
      20_000,
    );
    const reasons = (await archive.audit({ limit: 500 })).map(({ reason }) => reason);
    expect(new Set(reasons).size).toBe(KILLS * EACH);
    expect(reasons).toHaveLength(KILLS * EACH);
    expect((await archive.auditChain()).broken).toBeNull();
  }, 60_000);

  test('on a disk that is full: nothing may be done until there is room', async (context) => {
    await withSmallDisk(context, 3, async ({ path, free }) => {
      const url = join(path, 'history.db');
      await mkdir(url);
      const archive = opened(openArchive({ url }));
      const audit = auditOf(archive, { path: join(path, 'direct-audit.jsonl') });
      await writeFile(join(path, 'rest'), Buffer.alloc(8 * 1024 ** 2)).catch(() => {}); // it is full before that
      await expect(audit.appendAudit(entry('full'))).rejects.toMatchObject({ code: 'not-audited' });
      await free();
      expect((await audit.appendAudit(entry('room'))).id).toBeLessThan(0);
      await archive.close();
    });
  });
});

onPostgres((server) => {
  test('that is stopped: entry and outcome wait, and come once when it is back', async () => {
    const archive = opened(openArchive({ url: await server.database() }));
    const audit = auditOf(archive, { retryMs: 50 });
    await archive.auditHead();
    await server.stop();
    const { id, details } = await audit.appendAudit(entry('stopped'));
    await audit.updateAudit(id, { outcome: 'released', details: { ...details, woken: 1 } });
    expect(await audit.audit({ limit: 9 })).toMatchObject([{ id, outcome: 'released', hash: null }]);
    await server.start();
    await until('it is there', async () => (await audit.auditWaiting({})) === 0, 20_000);
    await take(archive);
    await expectOnce(archive, { reason: 'stopped', outcome: 'released' });
    await audit.close(1_000);
  });

  test('that is frozen and takes it late: the entry is there once, with the mark', async () => {
    const archive = opened(openArchive({ url: await server.database() }));
    const audit = auditOf(archive, { retryMs: 50 });
    await archive.appendAudit(entry('before'));
    await server.freeze();
    const appended = await audit.appendAudit(entry('frozen')).finally(() => server.thaw());
    expect(appended.id).toBeLessThan(0);
    await works(archive);
    await audit.updateAudit(appended.id, { outcome: 'released', details: appended.details });
    await take(archive);
    await until('nothing waits', async () => (await audit.auditWaiting({})) === 0, 20_000);
    await audit.close(5_000);
    const [late, ...others] = await archive.audit({ limit: 9 });
    expect(late).toMatchObject({
      reason: 'frozen',
      outcome: 'released',
      details: { spooled: expect.any(String) },
    });
    expect(others).toHaveLength(1);
    expect((await archive.auditChain()).broken).toBeNull();
  });

  test('that is frozen while the spool cannot be written: an entry that arrives late says that nothing was done', async () => {
    const archive = opened(openArchive({ url: await server.database() }));
    const audit = auditOf(archive);
    await archive.appendAudit(entry('before'));
    await mkdir(spool);
    await server.freeze();
    try {
      await expect(audit.appendAudit(entry('refused'))).rejects.toMatchObject({ code: 'not-audited' });
    } finally {
      await server.thaw();
    }
    await works(archive);
    await until('it is refused or not there', async () => {
      const late = (await archive.audit({ limit: 9 })).find(({ reason }) => reason === 'refused');
      return !late || late.outcome === 'refused';
    });
    await audit.close(1_000);
  });

  test('two consoles take in the spool of a third one, once', async () => {
    const url = await server.database();
    const [first, second] = [opened(openArchive({ url })), opened(openArchive({ url }))];
    await Promise.all([first.auditHead(), second.auditHead()]);
    const lines = Array.from({ length: 50 }, (_, nth) => {
      const uid = crypto.randomUUID();
      return JSON.stringify({ uid, entry: { ...entry(String(nth)), details: { spooled: uid } } });
    });
    await writeFile(spool, lines.join('\n'));
    const added = await Promise.all([take(first), take(second), take(first), take(second)]);
    expect(added.reduce((sum, each) => sum + each, 0)).toBe(50);
    expect(await first.audit({ limit: 99 })).toHaveLength(50);
    expect((await second.auditChain()).broken).toBeNull();
    await expect(readFile(spool)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
