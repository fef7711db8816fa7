import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileRuntime, startRuntime } from '../../e2e/support/a-runtime';
import { until } from '../../e2e/support/redis-server';
import type { AuditEntry } from '../contract/audit';
import type { NewAuditEntry } from '../history/memory/store';
import { settledRun } from './settle-runs';

const own = await fileRuntime();

type Act = Pick<AuditEntry, 'outcome' | 'details'>;
const released: Act = { outcome: 'released', details: {} };
const free: Act = { outcome: 'refused', details: { code: 'changed', after: { type: 'none' } } };
const renewed: Act = { outcome: 'refused', details: { code: 'invalid-argument', setting: 'although' } };
const short: Act = { outcome: 'partly-released', details: { short: true } };
const lost: Act = { outcome: 'unknown', details: { settled: { is: 'gone' } } };

test.each([
  ['some of its locks', 6, [released, released, free], 'partly-released', [2, 1, 0, 3]],
  ['all of them', 2, [released, released], 'released', [2, 0, 0, 0]],
  ['none, and was surprised', 3, [free, renewed], 'failed', [0, 1, 1, 1]],
  ['perhaps one', 2, [lost], 'unknown', [0, 0, 1, 1]],
  ['one on too few masters of a group', 2, [short], 'failed', [0, 0, 1, 1]],
  ['nothing yet', 2, [], 'refused', [0, 0, 0, 2]],
] as const)(
  'a run whose console was killed after it released %s says so once another one runs',
  async (...of) => {
    const [, planned, acts, outcome, [done, refused, unexpected, notTried]] = of;
    const folder = await mkdtemp(join(tmpdir(), 'lockscope-settle-run-'));
    const settings = { LOCKSCOPE_HISTORY_URL: join(folder, 'history.db') };
    const before = await startRuntime(own.redisUrl, settings);
    const atMs = Date.now();
    const entry = (what: Partial<NewAuditEntry>): NewAuditEntry => ({
      ...{ atMs, actor: 'mk', action: 'release', target: 'test', lockId: null, key: 'k', holder: null },
      ...{ reason: 'drained', outcome: 'attempted', details: {}, ...what },
    });
    const run = await before.history.appendAudit(entry({ action: 'release-many', details: { planned } }));
    for (const act of acts)
      await before.history.appendAudit(entry({ ...act, details: { ...act.details, run: run.id } }));
    await before.history.appendAudit(entry({ outcome: 'released', details: { run: run.id + 1_000 } }));
    await before.history.appendAudit(entry({ outcome: 'released', details: {} })); // by hand, of no run
    await before.close();

    const after = await startRuntime(own.redisUrl, settings, () => Date.now() + 60_000);
    try {
      const settled = await until('the run is settled', async () => {
        const [found] = await after.history.audit({ action: 'release-many', limit: 1 });
        return found?.details.settled ? found : undefined;
      });
      expect(settled).toMatchObject({
        outcome,
        details: {
          counts: { released: done, refused, unexpected, 'not-tried': notTried },
          settled: { is: 'counted', atMs: expect.any(Number) },
        },
      });
    } finally {
      await after.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test('a run that may be under way is left alone', async () => {
  const at = Date.now();
  const { id } = await own.runtime.history.appendAudit({
    ...{
      atMs: at,
      actor: 'mk',
      action: 'release-many',
      target: 'test',
      lockId: null,
      key: 'all',
      holder: null,
    },
    ...{ reason: 'drained', outcome: 'attempted', details: { planned: 2 } },
  });
  const [entry] = await own.runtime.history.audit({ limit: 1 });
  if (!entry) throw new Error('no entry');
  expect(entry.id).toBe(id);
  const later = (ms: number) => settledRun({ history: own.runtime.history, now: () => at + ms }, entry);
  expect(await later(19_000)).toBeNull();
  const act = { ...entry, action: 'release' as const, atMs: at + 10_000, details: { run: id } };
  await own.runtime.history.appendAudit(act);
  expect(await later(29_000), 'its last act was ten seconds later').toBeNull();
  expect(await later(31_000), 'that act is open').toBeNull();
  expect(await later(700_000)).toMatchObject({ details: { counts: { unexpected: 1, 'not-tried': 1 } } });
});

/** A run of three locks, two of which it released, as a database keeps it whose console is gone. */
async function halfARun(other: (of: (what: Partial<NewAuditEntry>) => NewAuditEntry) => NewAuditEntry[]) {
  const { history } = own.runtime;
  const at = Date.now();
  const entry = (what: Partial<NewAuditEntry>): NewAuditEntry => ({
    ...{ atMs: at, actor: 'mk', action: 'release', target: 'test', lockId: null, key: 'k', holder: null },
    ...{ reason: 'drained', outcome: 'released', details: {}, ...what },
  });
  const run = await history.appendAudit(
    entry({ action: 'release-many', outcome: 'attempted', details: { planned: 3 } }),
  );
  for (const each of [1, 2]) await history.appendAudit(entry({ key: `k${each}`, details: { run: run.id } }));
  await Promise.all(other(entry).map((each) => history.appendAudit(each)));
  return settledRun({ history, now: () => at + 60_000 }, run);
}
const HALF = { outcome: 'partly-released', details: { counts: { released: 2, 'not-tried': 1 } } };

test('a run is counted whole, however many releases came after it', { timeout: 60_000 }, async () => {
  const later = await halfARun((entry) =>
    Array.from({ length: 1_100 }, () => entry({ details: { run: -1 } })),
  );
  expect(later).toMatchObject(HALF);
});

test('acts of a run count whose clock was set back while it ran', async () => {
  const { history } = own.runtime;
  const at = Date.now();
  const found = await halfARun((entry) => [entry({ details: {} })]);
  expect(found).toMatchObject(HALF);
  const [run] = await history.audit({ action: 'release-many', limit: 1 });
  if (!run) throw new Error('no run');
  await history.appendAudit({
    ...run,
    action: 'release',
    atMs: at - 30_000,
    outcome: 'released',
    details: { run: run.id },
  });
  expect(await settledRun({ history, now: () => at + 60_000 }, run)).toMatchObject({
    details: { counts: { released: 3, 'not-tried': 0 } },
  });
});

test('a run that released a part of a hold is settled as partly released', async () => {
  const { history } = own.runtime;
  const of = {
    atMs: Date.now(),
    actor: 'mk',
    target: 'test',
    lockId: null,
    key: 'k',
    holder: null,
    reason: '',
  };
  const entry = await history.appendAudit({
    ...{ ...of, action: 'release-many', outcome: 'attempted', details: { planned: 1 } },
  });
  await history.appendAudit({
    ...{ ...of, action: 'release', outcome: 'partly-released', details: { run: entry.id } },
  });
  expect(await settledRun({ history, now: () => of.atMs + 60_000 }, entry)).toMatchObject({
    ...{ outcome: 'partly-released', details: { counts: { released: 1, 'not-tried': 0 } } },
  });
});

test('acts count that name their run by what it had before the database took it', async () => {
  const { history } = own.runtime;
  const [at, uid] = [Date.now(), randomUUID()];
  const of = {
    atMs: at,
    actor: 'mk',
    target: 'test',
    lockId: null,
    key: 'k',
    holder: null,
    reason: 'drained',
  };
  const run = await history.appendAudit({
    ...{ ...of, action: 'release-many', outcome: 'attempted', details: { planned: 2, spooled: uid } },
  });
  await history.appendAudit({ ...of, action: 'release', outcome: 'released', details: { run: uid } });
  expect(await settledRun({ history, now: () => at + 60_000 }, run)).toMatchObject({
    ...{ outcome: 'partly-released', details: { counts: { released: 1, 'not-tried': 1 } } },
  });
});
