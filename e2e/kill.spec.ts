import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import type { Timeline } from '../lib/contract/history/past';
import { openArchive } from '../lib/history/archive/open-archive';
import { TIERS } from '../lib/history/database/tiers';
import { type RunningConsole, startConsole } from './support/console';
import { hasPostgres, startPostgres } from './support/postgres';
import { startRedisServer, until } from './support/redis-server';
import { startTokenWorkload, type TokenHold } from './support/token-workload';

/** LOCKSCOPE_KILLS=20 is the whole of it. */
const KILLS = Number(process.env.LOCKSCOPE_KILLS || 1);
const LOCKS = 4;
/** A console refuses whoever writes too many in a row; the holds are asked for first, so that they are told all the same. */
const NOTES_APART_MS = 50;

type Archive = ReturnType<typeof openArchive>;
/** What a console said that it had. */
type Told = { notes: Set<number>; holds: Map<string, string>; refusal: unknown };

test.setTimeout(60_000 + KILLS * 20_000);

test('kill -9 of a console that writes to SQLite: what it had told is kept, and adds up', {
  tag: '@long',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-kill-'));
  try {
    await killing(`file:${join(folder, 'history.db')}`, async (archive) => {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(archive.db);
      expect(rows).toEqual([{ integrity_check: 'ok' }]);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('kill -9 of a console that writes to PostgreSQL: what it had told is kept, and adds up', {
  tag: '@long',
}, async () => {
  test.skip(!hasPostgres(), 'there is no PostgreSQL');
  const postgres = await startPostgres();
  try {
    await killing(postgres.url);
  } finally {
    await postgres.close();
  }
});

async function killing(historyUrl: string, more: (archive: Archive) => Promise<void> = async () => {}) {
  const server = await startRedisServer();
  const workload = startTokenWorkload(server.url, LOCKS);
  const told: Told = { notes: new Set(), holds: new Map(), refusal: null };
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const env = { LOCKSCOPE_HISTORY_URL: historyUrl };
      const lockscope = await startConsole({ redisUrl: server.url, env });
      const asking = new AbortController();
      const asked = askOnAndOn(lockscope, told, asking.signal);
      const before = told.holds.size;
      await until('it told of new holds', () => told.holds.size > before).catch((error) => {
        throw new Error(`${error}; last refusal: ${told.refusal}\n${lockscope.logs()}`);
      });
      await pause(Math.random() * 1_500); // somewhere within the next writes
      process.kill(lockscope.pid, 'SIGKILL');
      await lockscope.ended;
      asking.abort();
      await asked;
      await lockscope.close();
      await verify(historyUrl, told, workload.holds, more);
    }
  } finally {
    await workload.stop();
    await server.close();
  }
  process.stderr.write(
    `[history] ${historyUrl.split(':')[0]}: ${KILLS} kills of a console, ${told.holds.size} holds and ${told.notes.size} notes told and kept\n`,
  );
}

/** Puts notes down and reads holds until the console is gone. */
async function askOnAndOn({ url }: RunningConsole, told: Told, signal: AbortSignal): Promise<void> {
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${url}/api/${path}`, { ...init, signal: AbortSignal.timeout(5_000) });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  while (!signal.aborted) {
    try {
      const range = `from=${Date.now() - 60_000}&to=${Date.now()}`;
      const { spans } = (await ask(`history/timeline?target=test&${range}`)) as Timeline;
      for (const { token, fromMs, toMs, ended } of spans)
        if (toMs !== null) told.holds.set(token, JSON.stringify([fromMs, toMs, ended]));
      const nth = told.notes.size;
      const note = { atMs: Date.now(), kind: 'deploy', title: `note ${nth}` };
      await ask('annotations', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(note),
      });
      told.notes.add(nth);
    } catch (error) {
      told.refusal = error; // it was killed, or is about to be
    }
    await pause(NOTES_APART_MS);
  }
}

async function verify(
  url: string,
  told: Told,
  holds: readonly TokenHold[],
  more: (archive: Archive) => Promise<void>,
): Promise<void> {
  const goneAtMs = Date.now();
  const archive = openArchive({ url });
  try {
    if (archive.kind === 'postgres')
      await until('what it had sent is done', () => isAlone(archive, goneAtMs));
    const titles = (await archive.db.selectFrom('marks').select('title').execute()).map(({ title }) => title);
    const missing = [...told.notes].filter((nth) => !titles.includes(`note ${nth}`));
    expect(missing, 'notes that were told to be there and are not').toEqual([]);
    const spans = await archive.db.selectFrom('spans').selectAll().execute();
    const byToken = new Map(spans.map((span) => [span.token, span]));
    expect(byToken.size, 'no hold is there twice').toBe(spans.length);
    for (const [token, hold] of told.holds) {
      const kept = byToken.get(token);
      expect(kept && JSON.stringify([kept.from_ms, kept.to_ms, kept.ended]), token).toBe(hold);
    }
    const over = new Set(holds.map(({ token }) => token));
    const unheard = spans.filter(({ token, to_ms }) => to_ms !== null && !over.has(token));
    expect(unheard.length, 'holds that ended although nobody gave them back').toBeLessThanOrEqual(LOCKS);
    await recount(archive, spans);
    await more(archive);
  } finally {
    await archive.close();
  }
}

/** A server goes on with what a client sent that is gone: whether no connection of before `atMs` is left. */
async function isAlone({ db }: Archive, atMs: number): Promise<boolean> {
  const { rows } = await sql<{ left: string }>`select count(*) as left from pg_stat_activity
    where backend_type = 'client backend' and datname = current_database()
      and backend_start < to_timestamp(${atMs / 1000})`.execute(db);
  return Number(rows[0]?.left) === 0;
}

type Row = Awaited<ReturnType<typeof spansOf>>[number];
const spansOf = (archive: Archive) => archive.db.selectFrom('spans').selectAll().execute();

/** In every tier, of the locks, of the family and of the target: as many as there are holds. */
async function recount({ db }: Archive, spans: readonly Row[]): Promise<void> {
  const ended = (how: string) => spans.filter((span) => span.ended === how).length;
  const really = {
    acquisitions: spans.filter(({ from_known }) => from_known !== 'at-least').length,
    releases: ended('released'),
    lapses: ended('expired'),
    lost: ended('lost'),
  };
  const times = spans.filter((span) => span.ended !== null && span.ended !== 'unseen').length;
  for (const kind of ['lock', 'family', 'target'] as const) {
    for (const tier of TIERS) {
      const sums = await db
        .selectFrom('rollups')
        .innerJoin('subjects', 'subjects.id', 'rollups.subject')
        .where('kind', '=', kind)
        .where('tier_ms', '=', tier)
        .select(({ fn }) => [
          fn.sum<number>('acquisitions').as('acquisitions'),
          fn.sum<number>('releases').as('releases'),
          fn.sum<number>('lapses').as('lapses'),
          fn.sum<number>('lost').as('lost'),
        ])
        .executeTakeFirstOrThrow();
      const told = Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)]));
      expect(told, `${kind}, buckets of ${tier} ms`).toEqual(really);
      const held = await db
        .selectFrom('histograms')
        .innerJoin('subjects', 'subjects.id', 'histograms.subject')
        .where('kind', '=', kind)
        .where('tier_ms', '=', tier)
        .where('measure', '=', 'hold')
        .select(({ fn }) => fn.sum<number>('count').as('count'))
        .executeTakeFirstOrThrow();
      expect(Number(held.count), `${kind}, hold times of buckets of ${tier} ms`).toBe(times);
    }
  }
}
