import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SpooledAudit } from '../../history/archive/archive-types';
import { openArchive } from '../../history/archive/open-archive';
import { createMemoryStore } from '../../history/memory/memory-store';
import type { NewAuditEntry } from '../../history/memory/store';
import { takeDirectAudit } from './audit-file';
import { directAuditFile, withDirectAudit } from './direct-audit';

const T = 1_790_000_000_000;
const log = { warn: () => {}, info: () => {} } as never;
let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockscope-direct-'));
  path = join(folder, 'data', 'direct-audit.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const entry = (reason: string): NewAuditEntry => ({
  atMs: T,
  actor: 'ann@laptop',
  action: 'release',
  target: 'orders',
  lockId: 'orders.0.order:7:lock',
  key: 'order:7:lock',
  holder: null,
  reason,
  outcome: 'attempted',
  details: { actorIs: 'claimed' },
});

const audit = () => withDirectAudit(createMemoryStore({ now: () => T }), path);

async function withArchive<T>(work: (archive: ReturnType<typeof openArchive>) => Promise<T>): Promise<T> {
  const archive = openArchive({ url: join(folder, 'history.db') });
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}

test('an attempt is on the disk before it is made', async () => {
  await audit().appendAudit(entry('stuck'));
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ entry: { reason: 'stuck' } });
});

test('nothing is done where it cannot be written', async () => {
  await writeFile(join(folder, 'data'), 'a file where a folder has to be');
  await expect(audit().appendAudit(entry('stuck'))).rejects.toMatchObject({ code: 'not-audited' });
});

test('an archive takes each attempt with its outcome once, and the file is kept under another name', async () => {
  const direct = audit();
  const { id } = await direct.appendAudit(entry('first'));
  await direct.updateAudit(id, { outcome: 'released', details: { woken: 1 } });
  await direct.appendAudit(entry('killed in the middle'));
  await withArchive(async (archive) => {
    expect(await takeDirectAudit(archive, path, log, T)).toBe(2);
    expect(await takeDirectAudit(archive, path, log, T)).toBe(0);
    expect(await archive.audit({ limit: 10 })).toMatchObject([
      { reason: 'killed in the middle', outcome: 'unknown', details: { direct: expect.any(String) } },
      { reason: 'first', outcome: 'released', details: { woken: 1, direct: expect.any(String) } },
    ]);
  });
  expect(await readdir(join(folder, 'data'))).toEqual([
    expect.stringMatching(/^direct-audit\.jsonl\.taken-/),
  ]);
});

test('what the archive does not take stays for the next time, and comes once', async () => {
  const direct = audit();
  for (const reason of ['first', 'second']) await direct.appendAudit(entry(reason));
  await withArchive(async (archive) => {
    let calls = 0;
    const failing = {
      takeAudit: async (each: SpooledAudit) => {
        calls += 1;
        if (calls === 2) throw new Error('the disk is full');
        return archive.takeAudit(each);
      },
    };
    await expect(takeDirectAudit(failing, path, log, T)).rejects.toThrow('the disk is full');
    expect(await takeDirectAudit(archive, path, log, T)).toBe(1);
    const reasons = (await archive.audit({ limit: 10 })).map(({ reason }) => reason);
    expect(reasons).toEqual(['second', 'first']);
  });
});

test('a line that was cut off or is none is left out, and the others are taken', async () => {
  await audit().appendAudit(entry('whole'));
  await appendFile(path, '{"uid":"x"}\nnonsense\n{"uid":');
  await withArchive(async (archive) => {
    expect(await takeDirectAudit(archive, path, log, T)).toBe(1);
  });
});

test('a line that was cut off spoils none that comes after it', async () => {
  await audit().appendAudit(entry('before'));
  await appendFile(path, '\n{"uid":"4c1f');
  await audit().appendAudit(entry('after'));
  await withArchive(async (archive) => {
    expect(await takeDirectAudit(archive, path, log, T)).toBe(2);
  });
});

test('an outcome that comes after its attempt was taken in is taken in as well, with the mark', async () => {
  const direct = audit();
  const { id } = await direct.appendAudit(entry('slow'));
  await withArchive(async (archive) => {
    expect(await takeDirectAudit(archive, path, log, T)).toBe(1);
    expect(await archive.audit({ limit: 1 })).toMatchObject([{ outcome: 'unknown' }]);
    await direct.updateAudit(id, { outcome: 'released', details: { woken: 1 } });
    expect(await takeDirectAudit(archive, path, log, T)).toBe(0);
    expect(await archive.audit({ limit: 9 })).toMatchObject([
      { outcome: 'released', details: { woken: 1, direct: expect.any(String) } },
    ]);
    expect((await archive.auditChain()).broken).toBeNull();
  });
});

test('a file that was kept and is put back changes nothing, whatever came since', async () => {
  const direct = audit();
  const { id } = await direct.appendAudit(entry('once'));
  await direct.updateAudit(id, { outcome: 'unknown', details: {} });
  const before = await readFile(path, 'utf8');
  await withArchive(async (archive) => {
    await takeDirectAudit(archive, path, log, T);
    const [taken] = await archive.audit({ limit: 1 });
    await archive.updateAudit(taken?.id ?? 0, {
      outcome: 'failed',
      details: { settled: { is: 'still-held' } },
    });
    await writeFile(path, before);
    expect(await takeDirectAudit(archive, path, log, T)).toBe(0);
    expect(await archive.audit({ limit: 9 })).toMatchObject([
      { outcome: 'failed', details: { settled: { is: 'still-held' } } },
    ]);
  });
});

test('lines that are written while others take the file in are there once, all of them', async () => {
  const WRITERS = 3;
  const EACH = 40;
  await withArchive(async (archive) => {
    let isWriting = true;
    const takers = [1, 2].map(async () => {
      while (isWriting) await takeDirectAudit(archive, path, log, T);
    });
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const direct = audit();
      for (let nth = 0; nth < EACH; nth++) {
        const { id } = await direct.appendAudit(entry(`${writer} ${nth}`));
        await direct.updateAudit(id, { outcome: 'released', details: {} });
      }
    });
    await Promise.all(writers);
    isWriting = false;
    await Promise.all(takers);
    await takeDirectAudit(archive, path, log, T);
    const entries = await archive.audit({ limit: 1_000 });
    expect(new Set(entries.map(({ reason }) => reason)).size).toBe(WRITERS * EACH);
    expect(entries).toHaveLength(WRITERS * EACH);
    expect(new Set(entries.map(({ outcome }) => outcome))).toEqual(new Set(['released']));
    expect((await archive.auditChain()).broken).toBeNull();
  });
}, 60_000);

test('it is where the history is', () => {
  const file = (url: string, dataDir: string | null = null) =>
    directAuditFile({ history: { url }, dataDir }, '/srv');
  expect(file('/var/lib/lockscope/history.db')).toBe('/var/lib/lockscope/direct-audit.jsonl');
  expect(file('postgres://db/lockscope', '/data')).toBe('/data/direct-audit.jsonl');
  expect(file('memory:')).toBe('/srv/lockscope-data/direct-audit.jsonl');
});

test('no entry has a number before it is taken in, and a run and its acts name each other then', async () => {
  await withArchive(async (archive) => {
    for (let n = 0; n < 3; n++) await archive.appendAudit(entry('of a console'));
    const direct = audit();
    const run = await direct.appendAudit({ ...entry('a run'), action: 'release-many' });
    expect(run.id).toBeLessThan(0);
    const act = await direct.appendAudit({ ...entry('an act'), details: { run: run.id } });
    await direct.updateAudit(act.id, { outcome: 'released', details: { run: run.id, woken: 1 } });
    expect((await direct.audit({ limit: 1 }))[0]).toMatchObject({ id: act.id, outcome: 'released' });
    await takeDirectAudit(archive, path, log, T);
    const [taken, ofRun] = await archive.audit({ limit: 2 });
    expect(ofRun).toMatchObject({ reason: 'a run', action: 'release-many' });
    expect(taken).toMatchObject({ outcome: 'released', details: { run: ofRun?.id, woken: 1 } });
  });
});
