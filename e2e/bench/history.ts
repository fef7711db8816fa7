/**
 * The history: how many events a second SQLite and PostgreSQL take in batches as a recorder makes them, how many bytes each
 * takes, and how long every question takes that is asked of 30 days of 10,000 locks (`--days N`, `--locks N`; `--seconds N`
 * of writing, `--rounds N` of asking). Baseline: the budgets, 100 ms a chart, 50 ms a lock's timeline, 300 ms a rewind.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Archive } from '../../lib/history/archive-types';
import { openArchive } from '../../lib/history/open-archive';
import { type Figure, percentile, printReport } from '../support/bench-report';
import { hasPostgres, startPostgres } from '../support/postgres';
import { generatePast } from './history/generate';
import { askAll, CHARTS } from './history/questions';
import { measureWrites } from './history/writes';

const NOW = 1_790_000_000_000;
const MIB = 2 ** 20;

function option(name: string, usual: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at > 0 ? Number(process.argv[at + 1]) : usual;
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
  return value;
}

const [days, locks] = [option('days', 30), option('locks', 10_000)];
const [seconds, rounds] = [option('seconds', 20), option('rounds', 40)];
const retention = { maxBytes: 64 * 1024 ** 3 };
const budgetOf = (name: string) =>
  CHARTS.has(name) ? 100 : name === 'timeline of a lock' ? 50 : name === 'rewind' ? 300 : null;

async function writes(name: string, url: string): Promise<Figure[]> {
  const archive = openArchive({ url, retention });
  try {
    const { events, perSecond, p95BatchMs } = await measureWrites(archive, seconds);
    const { bytes } = await archive.status();
    return [
      { name: `${name}: events a second`, value: perSecond, unit: '/s' },
      { name: `${name}: a batch of 1,000 events, p95`, value: p95BatchMs, unit: 'ms' },
      { name: `${name}: bytes an event`, value: (bytes ?? Number.NaN) / events, unit: 'B' },
    ];
  } finally {
    await archive.close();
  }
}

async function questions(name: string, archive: Archive): Promise<Figure[]> {
  const startedAt = performance.now();
  const past = await generatePast(archive, { locks, nowMs: NOW, days });
  const madeIn = (performance.now() - startedAt) / 1_000;
  console.error(`${name}: ${past.spans} holds, ${past.rollups} roll-ups in ${madeIn.toFixed(0)} s`);
  await askAll(archive.db, past, locks, 4);
  const answered = await askAll(archive.db, past, locks, rounds);
  const { bytes } = await archive.status();
  const figures: Figure[] = [
    { name: `${name}: holds of ${locks} locks in ${days} days`, value: past.spans, unit: '' },
    { name: `${name}: size`, value: (bytes ?? Number.NaN) / MIB, unit: 'MiB' },
  ];
  for (const { name: question, ms } of answered) {
    const budget = budgetOf(question);
    const p95 = percentile(ms, 0.95);
    figures.push({ name: `${name}: ${question}, p50`, value: percentile(ms, 0.5), unit: 'ms' });
    figures.push({
      name: `${name}: ${question}, p95`,
      value: p95,
      unit: 'ms',
      ...(budget !== null && { ratio: p95 / budget }),
    });
    if (budget !== null && p95 > budget) {
      console.error(`${name}: ${question} takes more than ${budget} ms`);
      process.exitCode = 1;
    }
  }
  return figures;
}

const folder = await mkdtemp(join(tmpdir(), 'lockscope-bench-'));
const postgres = hasPostgres() ? await startPostgres({ durable: true }) : null;
try {
  const figures = await writes('SQLite', `file:${join(folder, 'writes.db')}`);
  if (postgres) figures.push(...(await writes('PostgreSQL', await postgres.database())));
  const places: [string, string][] = [['SQLite', `file:${join(folder, 'past.db')}`]];
  if (postgres) places.push(['PostgreSQL', await postgres.database()]);
  for (const [name, url] of places) {
    const archive = openArchive({ url, retention, statementMs: 120_000 });
    try {
      figures.push(...(await questions(name, archive)));
    } finally {
      await archive.close();
    }
  }
  figures.push({ name: 'RSS', value: process.memoryUsage().rss / MIB, unit: 'MiB' });
  printReport({
    name: 'history',
    baseline: 'the budgets: 100 ms a chart, 50 ms a timeline, 300 ms a rewind',
    figures,
  });
} finally {
  await postgres?.close();
  await rm(folder, { recursive: true, force: true });
}
