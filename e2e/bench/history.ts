/**
 * The history: how many events a second SQLite and PostgreSQL take in batches as a recorder makes them, how many bytes each
 * takes, and how long every question takes that is asked of 30 days of 10,000 locks (`--days N`, `--locks N`; `--seconds N`
 * of writing, `--rounds N` of asking). Each figure that has a budget says whether it is met.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArchive } from '../../lib/history/archive/open-archive';
import { type Figure, percentile, printReport } from '../support/bench-report';
import { hasPostgres, startPostgres } from '../support/postgres';
import { pastOf } from './history/past-of';
import { askAll, CHARTS } from './history/questions';
import { measureWrites } from './history/writes';

const NOW = 1_790_000_000_000;
const MIB = 2 ** 20;
const [CHART_MS, TIMELINE_MS, FAMILIES_MS, REWIND_MS] = [100, 50, 50, 300];

function option(name: string, usual: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at > 0 ? Number(process.argv[at + 1]) : usual;
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
  return value;
}

const [days, locks] = [option('days', 30), option('locks', 10_000)];
const [seconds, rounds] = [option('seconds', 20), option('rounds', 40)];
const retention = { maxBytes: 64 * 1024 ** 3 };

function budgetOf(question: string): number | null {
  if (CHARTS.has(question)) return CHART_MS;
  if (question === 'timeline of a lock') return TIMELINE_MS;
  if (question === 'families') return FAMILIES_MS;
  return question === 'rewind' ? REWIND_MS : null;
}

const rssOf = (name: string): Figure => {
  return { name: `${name}, RSS of this process`, value: process.memoryUsage().rss / MIB, unit: 'MiB' };
};

async function writes(name: string, url: string): Promise<Figure[]> {
  const archive = openArchive({ url, retention });
  try {
    const { events, perSecond, p95BatchMs } = await measureWrites(archive, seconds);
    const { bytes } = await archive.status();
    return [
      { name: `${name}: events a second`, value: perSecond, unit: '/s' },
      { name: `${name}: a batch of 1,000 events, p95`, value: p95BatchMs, unit: 'ms' },
      { name: `${name}: bytes an event`, value: (bytes ?? Number.NaN) / events, unit: 'B' },
      rssOf(`${name}: after ${events} events`),
    ];
  } finally {
    await archive.close();
  }
}

async function questions(name: string, url: string): Promise<Figure[]> {
  const startedAt = performance.now();
  const past = await pastOf(url, { locks, days, nowMs: NOW });
  const madeIn = (performance.now() - startedAt) / 1_000;
  console.error(`${name}: ${past.spans} holds, ${past.rollups} roll-ups in ${madeIn.toFixed(0)} s`);
  const archive = openArchive({ url, retention });
  try {
    await askAll(archive.db, past, locks, 4);
    const answered = await askAll(archive.db, past, locks, rounds);
    const { bytes } = await archive.status();
    const figures: Figure[] = [
      { name: `${name}: holds of ${locks} locks in ${days} days`, value: past.spans, unit: '' },
      { name: `${name}: size`, value: (bytes ?? Number.NaN) / MIB, unit: 'MiB' },
    ];
    for (const { name: question, ms } of answered) {
      const budget = budgetOf(question);
      figures.push(
        { name: `${name}: ${question}, p50`, value: percentile(ms, 0.5), unit: 'ms' },
        {
          name: `${name}: ${question}, p95`,
          value: percentile(ms, 0.95),
          unit: 'ms',
          ...(budget !== null && { budget }),
        },
      );
    }
    return [...figures, rssOf(`${name}: asked ${rounds} times`)];
  } finally {
    await archive.close();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'lockscope-bench-'));
const postgres = hasPostgres() ? await startPostgres({ durable: true }) : null;
try {
  const figures = await writes('SQLite', `file:${join(folder, 'writes.db')}`);
  if (postgres) figures.push(...(await writes('PostgreSQL', await postgres.database())));
  figures.push(...(await questions('SQLite', `file:${join(folder, 'past.db')}`)));
  if (postgres) figures.push(...(await questions('PostgreSQL', await postgres.database())));
  const baseline = `the budgets: ${CHART_MS} ms a chart, ${TIMELINE_MS} ms a lock's timeline, ${FAMILIES_MS} ms the families, ${REWIND_MS} ms a rewind`;
  printReport({ name: 'history', baseline, figures });
  const missed = figures.filter(({ value, budget }) => budget !== undefined && !(value <= budget));
  for (const { name, value, unit, budget } of missed)
    console.error(`${name}: ${value.toFixed(0)} ${unit} is more than ${budget} ${unit}`);
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await postgres?.close();
  await rm(folder, { recursive: true, force: true });
}
