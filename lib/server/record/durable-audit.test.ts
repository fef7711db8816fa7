import { mkdtempSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../e2e/support/redis-server';
import { ConsoleError } from '../../domain/values/errors';
import type { Archive } from '../../history/archive/archive-types';
import { openArchive } from '../../history/archive/open-archive';
import { createDurableAudit } from './durable-audit';

const entry = {
  ...{
    atMs: 1_700_000_000_000,
    actor: 'local',
    action: 'release' as const,
    target: 'shop',
    lockId: 'shop.0.a',
    key: 'a',
  },
  ...{ holder: null, reason: 'crashed', outcome: 'attempted' as const, details: {} },
};

/** A real archive that can be made to be away. `afterTake` = what happens before its answer to an entry of the spool comes. */
function archived(afterTake: () => Promise<void> = async () => {}) {
  const archive = openArchive({ url: 'memory:' });
  let isAway = false;
  const guarded =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      isAway ? Promise.reject(new ConsoleError('history-unavailable', 'away')) : work(...args);
  const lines: string[] = [];
  const printed: Record<string, unknown>[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'lockscope-spool-'));
  const spool = join(folder, 'direct-audit.jsonl');
  const audit = createDurableAudit({
    archive: {
      ...{ appendAudit: guarded(archive.appendAudit), updateAudit: guarded(archive.updateAudit) },
      takeAudit: guarded(async (...args: Parameters<Archive['takeAudit']>) => {
        const taken = await archive.takeAudit(...args);
        await afterTake();
        return taken;
      }),
      ...{
        audit: guarded(archive.audit),
        problem: () => (isAway ? { sinceMs: 0, message: 'It is away.' } : null),
      },
    } satisfies Pick<Archive, 'appendAudit' | 'updateAudit' | 'takeAudit' | 'audit' | 'problem'>,
    spool,
    print: (line) => void printed.push(line),
    log: (message) => void lines.push(message),
    retryMs: 5,
  });
  onTestFinished(async () => {
    await audit.close(1_000);
    await archive.close();
    await rm(folder, { recursive: true });
  });
  const setAway = (away: boolean) => {
    isAway = away;
  };
  return { archive, audit, lines, printed, spool, setAway };
}

describe('the audit', () => {
  test('is in the archive before an act, and learns its outcome there', async () => {
    const { archive, audit } = archived();
    const { id } = await audit.appendAudit(entry);
    expect(await archive.audit({ limit: 5 })).toMatchObject([{ id, outcome: 'attempted' }]);
    await audit.updateAudit(id, { outcome: 'released', details: { woken: 1 } });
    expect(await archive.audit({ limit: 5 })).toMatchObject([
      { id, outcome: 'released', details: { woken: 1 } },
    ]);
    expect(await audit.audit({ limit: 5, lockId: 'shop.0.b' })).toEqual([]);
  });

  test('is in the spool before an act while the archive is away, says so, and is written when it is back', async () => {
    const { archive, audit, lines, spool, setAway } = archived();
    setAway(true);
    const { id } = await audit.appendAudit(entry);
    await audit.updateAudit(id, { outcome: 'released', details: {} });
    expect(id).toBeLessThan(0);
    expect(await audit.audit({ limit: 5 })).toMatchObject([{ id, outcome: 'released', hash: null }]);
    expect(await audit.auditWaiting({})).toBe(1);
    expect(await audit.auditWaiting({ among: ['cart'] })).toBe(0);
    expect(audit.problem()).toContain('does not have: 1');
    expect(lines).toContain('an entry of the audit is in the spool');
    const written = (await readFile(spool, 'utf8')).split('\n').filter(Boolean);
    expect(written.map((line) => JSON.parse(line))).toMatchObject([
      { entry: { reason: 'crashed', outcome: 'attempted' } },
      { outcome: 'released' },
    ]);
    setAway(false);
    await until(
      'it is in the archive',
      async () => (await archive.audit({ limit: 5 }))[0]?.outcome === 'released',
    );
    await until('nothing is missing', () => audit.problem() === null);
    expect(await audit.audit({ limit: 5 })).toMatchObject([
      { hash: (await archive.auditHead())?.hash, details: { spooled: expect.any(String) } },
    ]);
    expect((await archive.auditChain()).broken).toBeNull();
  });

  test('brings an outcome up to date that came while the archive was away', async () => {
    const { archive, audit, setAway } = archived();
    const { id } = await audit.appendAudit(entry);
    setAway(true);
    await audit.updateAudit(id, { outcome: 'released', details: {} });
    // The hash that the archive has is of another outcome.
    expect(await audit.audit({ limit: 5 })).toMatchObject([{ id, outcome: 'released', hash: null }]);
    setAway(false);
    await until(
      'it is up to date',
      async () => (await archive.audit({ limit: 5 }))[0]?.outcome === 'released',
    );
  });

  test('brings facts up to date that came while the archive took the same outcome without them', async () => {
    let later: () => Promise<void> = async () => {};
    const { archive, audit, setAway } = archived(() => later());
    setAway(true);
    const { id } = await audit.appendAudit(entry);
    await audit.updateAudit(id, { outcome: 'partly-released', details: {} });
    later = () => audit.updateAudit(id, { outcome: 'partly-released', details: { hold: { kept: ['b'] } } });
    setAway(false);
    await until('nothing is missing', () => audit.problem() === null);
    expect(await archive.audit({ limit: 5 })).toMatchObject([
      { outcome: 'partly-released', details: { hold: { kept: ['b'] } } },
    ]);
  });

  test('keeps an act from happening where neither the archive nor the spool takes it', async () => {
    const { archive, audit, lines, spool, setAway } = archived();
    setAway(true);
    await mkdir(spool);
    await expect(audit.appendAudit(entry)).rejects.toMatchObject({ code: 'not-audited' });
    expect(lines).toEqual(['a change is refused: neither the history nor its spool takes the audit']);
    expect(await audit.audit({ limit: 5 })).toEqual([]);
    setAway(false);
    expect((await audit.appendAudit(entry)).id).toBeGreaterThan(0);
    expect(await archive.audit({ limit: 5 })).toHaveLength(1);
  });

  test('prints each entry before its act and each outcome, by one uid', async () => {
    const { audit, printed, setAway } = archived();
    const { id } = await audit.appendAudit(entry);
    await audit.updateAudit(id, { outcome: 'released', details: {} });
    setAway(true);
    const own = await audit.appendAudit(entry);
    await audit.updateAudit(own.id, { outcome: 'failed', details: {} });
    expect(printed).toMatchObject([
      { audit: 'entry', id, reason: 'crashed', outcome: 'attempted' },
      { audit: 'outcome', id, outcome: 'released' },
      { audit: 'entry', id: own.id, outcome: 'attempted' },
      { audit: 'outcome', id: own.id, outcome: 'failed' },
    ]);
    const uids = printed.map(({ uid }) => uid);
    expect(uids).toEqual([uids[0], uids[0], uids[2], uids[2]]);
    expect(uids[2]).not.toBe(uids[0]);
  });

  test('names an entry that waited for the archive by what the archive has, never by its number below zero', async () => {
    const { archive, audit, setAway } = archived();
    setAway(true);
    const run = await audit.appendAudit({ ...entry, action: 'release-many', lockId: null });
    const during = await audit.appendAudit({ ...entry, details: { run: run.id } });
    setAway(false);
    const after = await audit.appendAudit({ ...entry, details: { run: run.id } });
    for (const act of [during, after])
      await audit.updateAudit(act.id, { outcome: 'released', details: { ...act.details, run: run.id } });
    const [found, ...acts] = await until('all are there', async () => {
      const all = (await archive.audit({ limit: 9 })).sort((a, b) => a.action.localeCompare(b.action));
      return all.length === 3 && all.filter(({ outcome }) => outcome === 'released').length === 2
        ? all.reverse()
        : false;
    });
    for (const { details } of acts) expect([found?.id, found?.details.spooled]).toContain(details.run);
  });
});
