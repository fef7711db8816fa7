import { CompiledQuery, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generatePast } from '../../../e2e/bench/history/generate';
import type { Hold } from '../../../e2e/bench/history/holds';
import { familyOf, lockIdOf, TARGET } from '../../../e2e/bench/history/past-names';
import type { HistoryScope } from '../../contract/history/history-queries';
import { seeded } from '../../domain/values/seeded';
import type { Archive } from '../archive/archive-types';
import { openArchive } from '../archive/open-archive';
import type { HistorySchema } from '../database/schema';
import { TIERS } from '../database/tiers';
import { debt } from './debt';
import { ledger } from './ledger';
import { marks } from './marks';
import { moment } from './moment';
import { series } from './series';
import { timeline } from './timeline/timeline';

const HOUR = 3_600_000;
const NOW = 1_790_000_000_000;
const LOCKS = 40;
const FAMILIES = 4;
const all: HistoryScope = { target: null, family: null, lock: null };

/** A past of more than a day of which every hold is known. */
let archive: Archive;
const holds: (readonly Hold[])[] = [];

beforeAll(async () => {
  archive = openArchive({ url: 'memory:' });
  const onLock = (nth: number, of: readonly Hold[]) => {
    holds[nth] = of;
  };
  await generatePast(archive, {
    locks: LOCKS,
    families: FAMILIES,
    nowMs: NOW,
    days: 1,
    everything: true,
    onLock,
  });
});
afterAll(() => archive.close());

const isHeld = ({ fromMs, toMs }: Hold, atMs: number) => fromMs <= atMs && (toMs === null || toMs > atMs);

test('every tier adds up to the same', async () => {
  const columns = ['acquisitions', 'releases', 'lapses', 'forced', 'waiter_ms', 'covered_ms'] as const;
  const tiers = await archive.db
    .selectFrom('rollups')
    .where('subject', '<=', FAMILIES + 1)
    .select(({ fn }) => columns.map((column) => fn.sum<number>(column).as(column)))
    .groupBy('tier_ms')
    .execute();
  expect(tiers).toHaveLength(TIERS.length);
  for (const column of columns) {
    const sums = tiers.map((sum) => sum[column]);
    expect(new Set(sums).size, `${column}: ${sums}`).toBe(1);
  }
  const taken = holds.flat().length;
  const { total } = await series(archive.db, { scope: all, fromMs: NOW - 96 * HOUR, toMs: NOW }, NOW);
  expect(total.acquisitions).toBe(taken);
});

test('a moment is what a replay of all holds says of it', async () => {
  const random = seeded(11);
  for (let i = 0; i < 40; i++) {
    const atMs = NOW - Math.floor(random() * 20 * HOUR);
    const { locks, counts } = await moment(
      archive.db,
      { atMs, target: null, q: '', offset: 0, limit: 1_000, graph: false },
      NOW,
    );
    const replayed = holds.flatMap((of, nth) =>
      of
        .filter((hold) => isHeld(hold, atMs))
        .map((hold) => {
          const waiting = hold.waiters && hold.waiters.fromMs <= atMs ? hold.waiters.count : 0;
          return `${lockIdOf(nth, FAMILIES)} ${hold.fromMs} worker-${hold.holder} ${waiting}`;
        }),
    );
    const told = locks.map(
      ({ id, spans, waiters }) => `${id} ${spans[0]?.fromMs} ${spans[0]?.holder} ${waiters ?? 0}`,
    );
    expect(told.sort()).toEqual(replayed.sort());
    expect(counts.held).toBe(replayed.length);
  }
});

test('busy shares and sums of any range are those of the holds', async () => {
  const random = seeded(12);
  for (let i = 0; i < 24; i++) {
    const nth = i % 3 === 0 ? 0 : Math.floor(random() * LOCKS);
    const fromMs = NOW - Math.floor(HOUR + random() * 20 * HOUR);
    const toMs = Math.min(NOW, fromMs + Math.floor(MIN_RANGE + random() * 8 * HOUR));
    const scope = { ...all, lock: lockIdOf(nth, FAMILIES) };
    const { points, pointMs, total } = await series(archive.db, { scope, fromMs, toMs }, NOW);
    const [first, last] = [points[0]?.startMs ?? 0, (points.at(-1)?.startMs ?? 0) + pointMs];
    const end = Math.min(NOW, last);
    const held = (holds[nth] ?? []).reduce(
      (sum, { fromMs: from, toMs: to }) =>
        sum + Math.max(0, Math.min(to ?? NOW, end) - Math.max(from, first)),
      0,
    );
    expect(total.busyShare ?? -1, `${nth} ${first} ${last}`).toBeCloseTo(held / (end - first), 5);
    const begun = (holds[nth] ?? []).filter(({ fromMs: at }) => at >= first && at < last).length;
    expect(total.acquisitions).toBe(begun);
  }
});
const MIN_RANGE = 600_000;

describe('no question reads a whole table', () => {
  const scopes = {
    all,
    family: { target: TARGET, family: familyOf(1, FAMILIES), lock: null },
    lock: { ...all, lock: lockIdOf(0, FAMILIES) },
  };
  const range = { fromMs: NOW - 24 * HOUR, toMs: NOW };
  const questions: Record<string, (db: Kysely<HistorySchema>, scope: HistoryScope) => Promise<unknown>> = {
    series: (db, scope) => series(db, { scope, ...range }, NOW),
    debt: (db, scope) => debt(db, { scope, ...range, top: 8 }, NOW),
    timeline: (db, scope) => timeline(db, { scope, ...range, holder: null, limit: 100 }, NOW),
    'timeline of a holder': (db, scope) =>
      timeline(db, { scope, ...range, holder: 'instance:worker-1', limit: 100 }, NOW),
    marks: (db, scope) => marks(db, { scope, ...range, kinds: ['restart', 'deploy'], limit: 100 }, NOW),
    ledger: (db, scope) => ledger(db, { scope, ...range, offset: 0, limit: 10 }, NOW),
    moment: (db) =>
      moment(db, { atMs: NOW - HOUR, target: null, q: '', offset: 0, limit: 100, graph: true }, NOW),
  };
  const cases = Object.entries(questions).flatMap(([name, ask]) =>
    Object.entries(scopes).map(([of, scope]) => ({ name, of, ask, scope })),
  );

  test.each(cases)('$name of $of', async ({ ask, scope }) => {
    const asked: CompiledQuery[] = [];
    const db = archive.db.withPlugin({
      transformQuery({ node, queryId }) {
        asked.push(archive.db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await ask(db, scope);
    expect(asked.length).toBeGreaterThan(1);
    for (const { sql, parameters } of asked) {
      const plan = await archive.db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      );
      for (const { detail } of plan.rows)
        expect(detail, sql).not.toMatch(
          /^SCAN (spans|sp|rollups|r|histograms|waiting|events|wait_spans|w)(?! USING (COVERING )?INDEX spans_(going_on|open|by_from_ms))\b/,
        );
    }
  });
});
