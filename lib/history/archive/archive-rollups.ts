import type { HistoryBatch, RollupCounts, SubjectRef } from '../database/batch';
import { type Db, type Dialect, insertRows, replacing } from '../database/multi-row';
import { bucketStart, TIERS } from '../database/tiers';

const SUMS = [
  'acquisitions',
  'releases',
  'lapses',
  'lost',
  'forced',
  'taken_over',
  'renewals',
  'extensions',
  'held_ms',
  'waiter_ms',
  'covered_ms',
] as const satisfies (keyof RollupCounts)[];
const HIGHEST = ['held_max', 'waiters_max', 'waited_max'] as const satisfies (keyof RollupCounts)[];
const KEY = ['tier_ms', 'subject', 'start_ms'] as const;
const HORIZON = ['within_10s', 'within_1m', 'within_10m', 'within_1h', 'later', 'never'] as const;

const ADDED = [
  ...SUMS.map((column) => `${column} = rollups.${column} + excluded.${column}`),
  ...HIGHEST.map(
    (column) =>
      `${column} = case when excluded.${column} > rollups.${column} then excluded.${column} else rollups.${column} end`,
  ),
].join(', ');

/** Adds what a batch tells to its buckets of every tier. */
export async function writeRollups(
  db: Db,
  kind: Dialect,
  { rollups, horizon, target }: HistoryBatch,
  idOf: (ref: SubjectRef) => number,
): Promise<void> {
  await insertRows(
    db,
    kind,
    {
      into: 'rollups',
      columns: [...KEY, ...SUMS, ...HIGHEST],
      spread: { sums: SUMS, highest: HIGHEST },
      tail: `on conflict (tier_ms, subject, start_ms) do update set ${ADDED}`,
    },
    rollups.map(({ subject, startMs, counts }) => ({ ...counts, subject: idOf(subject), start_ms: startMs })),
  );
  await insertRows(
    db,
    kind,
    {
      into: 'histograms',
      columns: [...KEY, 'measure', 'bucket', 'count'],
      spread: { sums: ['count'], highest: [] },
      tail: `on conflict (tier_ms, subject, start_ms, measure, bucket)
        do update set count = histograms.count + excluded.count`,
    },
    rollups.flatMap(({ subject, startMs, times }) =>
      times.map((time) => ({ ...time, subject: idOf(subject), start_ms: startMs })),
    ),
  );
  if (!horizon) return;
  const subject = idOf({ kind: 'target', target });
  await insertRows(
    db,
    kind,
    {
      into: 'horizons',
      columns: [...KEY, ...HORIZON],
      tail: `on conflict (tier_ms, subject, start_ms) do update set ${replacing(HORIZON)}`,
    },
    TIERS.map((tier) => ({
      ...horizon,
      tier_ms: tier,
      subject,
      start_ms: bucketStart(horizon.atMs, tier),
    })),
  );
}
