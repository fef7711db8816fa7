import { expect, test } from 'vitest';
import { DAY_MS, type DayEvents, EVENTS, marksOf, pastDay } from '../../e2e/demo/past/day';
import { recordedDay } from '../../e2e/demo/past/record-day';
import { closing } from '../../e2e/support/closing';
import type { Archive } from '../history/archive/archive-types';
import { openArchive } from '../history/archive/open-archive';
import { marks } from '../history/queries/marks';
import { series } from '../history/queries/series';
import { findInsights } from './core/find-insights';

const RUNS = Number(process.env.LOCKSCOPE_RUNS ?? 1);
const HOUR_MS = 3_600_000;
const END_MS = Date.parse('2026-11-20T15:00:00Z');
const START_MS = END_MS - DAY_MS;
const ALL = { target: null, family: null, lock: null };
const { opened } = closing();

async function recorded(seed: number, events: DayEvents | null): Promise<Archive> {
  const archive = opened(openArchive({ url: 'memory:' }));
  for (const batch of recordedDay(END_MS, pastDay(seed, events))) await archive.write(batch);
  await archive.prune(END_MS);
  return archive;
}

test.each(Array.from({ length: RUNS }, (_, i) => i + 1))(
  'a day on which all is well raises no insight, in whichever range (seed %s)',
  async (seed) => {
    const { db } = await recorded(seed, null);
    for (const hours of [1, 6, 24]) {
      const range = { fromMs: END_MS - hours * HOUR_MS, toMs: END_MS };
      const { insights } = await findInsights(db, { scope: ALL, ...range }, END_MS);
      expect(insights.map(({ code, family, key }) => `${hours} h: ${code} ${key ?? family}`)).toEqual([]);
    }
  },
  300_000,
);

test('the day before the demo has figures in every hour, what is marked happened, and nobody holds at its end', async () => {
  const archive = await recorded(1, EVENTS);
  for (const mark of marksOf(START_MS)) await archive.addMark(mark);
  const { points, gaps, total } = await series(
    archive.db,
    { scope: ALL, fromMs: START_MS, toMs: END_MS },
    END_MS,
  );
  expect(gaps).toEqual([]);
  const whole = points.filter(({ startMs, partial }) => startMs >= START_MS && !partial);
  expect(whole.length).toBeGreaterThan(100);
  for (const { covered, held, acquisitions, hold } of whole) {
    expect(covered).toBe(1);
    expect(held).toBeGreaterThan(1);
    expect(acquisitions).toBeGreaterThan(10);
    expect(hold?.count ?? 0).toBeGreaterThan(0);
  }
  const [night, noon] = [whole[Math.floor(whole.length / 2)], whole.at(-12)];
  expect(noon?.acquisitions ?? 0).toBeGreaterThan(1.3 * (night?.acquisitions ?? Number.POSITIVE_INFINITY));
  expect(total).toMatchObject({ forced: 0, takenOver: 0 });
  expect(total.lost).toBeGreaterThan(0);
  // As long as the deadlock, which is the longest wait of the day.
  expect(Math.abs((total.longestWaitMs ?? 0) - EVENTS.deadlockLengthMs)).toBeLessThan(10_000);

  const question = { scope: ALL, fromMs: START_MS, toMs: END_MS + 1, kinds: ['deploy'], limit: 10 };
  const seen = await marks(archive.db, question, END_MS + 1);
  expect(seen.marks.map(({ atMs }) => atMs)).toEqual([
    START_MS + EVENTS.slowDeployMs,
    START_MS + EVENTS.fixDeployMs,
  ]);
  const events = await archive.db.selectFrom('events').select(['kind', 'at_ms', 'details']).execute();
  const failovers = events.filter(({ kind }) => kind === 'failover');
  expect(failovers.map(({ at_ms }) => Number(at_ms))).toEqual([START_MS + EVENTS.failoverMs]);
  const deadlocks = events.filter(({ details }) => details.includes('"deadlock"'));
  expect(deadlocks.map(({ kind }) => kind).sort()).toEqual([
    'finding-cleared',
    'finding-cleared',
    'finding-raised',
    'finding-raised',
  ]);
  for (const target of ['shop', 'billing', 'quorum'])
    expect(await archive.openSpans(target)).toMatchObject({ spans: [], waitSpans: [] });
}, 300_000);
