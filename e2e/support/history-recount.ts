import type { HistoryBatch } from '../../lib/history/database/batch';
import type { Db } from '../../lib/history/database/multi-row';
import { TIERS } from '../../lib/history/database/tiers';

/** Figures by tier, subject and bucket, as text, so that two of them can be compared. */
export type Figures = Record<string, string>;

type Sum = Record<string, number>;

/** What the roll-ups must be after these batches, counted from each of them anew. */
export function expectedFigures(batches: readonly HistoryBatch[]): Figures {
  const sums: Record<string, Sum> = {};
  for (const { rollups } of batches) {
    for (const { subject, startMs, counts, times } of rollups) {
      const name = subject.kind === 'lock' ? subject.lock : subject.kind === 'family' ? subject.family : '';
      for (const tier of TIERS) {
        const bucket = `${tier} ${subject.kind} ${name} ${startMs - (startMs % tier)}`;
        const sum: Sum = sums[bucket] ?? {};
        sums[bucket] = sum;
        for (const [column, value] of Object.entries(counts)) {
          const before = sum[column] ?? 0;
          sum[column] = column.endsWith('_max') ? Math.max(before, value) : before + value;
        }
        for (const { measure, bucket, count } of times)
          sum[`${measure} ${bucket}`] = (sum[`${measure} ${bucket}`] ?? 0) + count;
      }
    }
  }
  return asTexts(sums);
}

/** What the roll-ups of a target are. */
export async function storedFigures(db: Db, target: string): Promise<Figures> {
  const sums: Record<string, Sum> = {};
  const subjects = await db.selectFrom('subjects').selectAll().where('target', '=', target).execute();
  const names = new Map(subjects.map(({ id, kind, name }) => [id, `${kind} ${name}`]));
  for (const { tier_ms, subject, start_ms, ...counts } of await db
    .selectFrom('rollups')
    .selectAll()
    .execute())
    if (names.has(subject)) sums[`${tier_ms} ${names.get(subject)} ${start_ms}`] = counts;
  for (const row of await db.selectFrom('histograms').selectAll().execute()) {
    const sum = sums[`${row.tier_ms} ${names.get(row.subject)} ${row.start_ms}`];
    if (sum) sum[`${row.measure} ${row.bucket}`] = row.count;
  }
  return asTexts(sums);
}

/** Which batches of `numberedBatch` are stored, in order; twice if it was written twice. */
export async function storedNumbers(db: Db, target: string): Promise<number[]> {
  const rows = await db.selectFrom('events').select('details').where('target', '=', target).execute();
  return rows.map(({ details }) => (JSON.parse(details) as { nth: number }).nth).sort((a, b) => a - b);
}

function asTexts(sums: Record<string, Sum>): Figures {
  return Object.fromEntries(
    Object.entries(sums).map(([name, sum]) => [
      name,
      Object.entries(sum)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([column, value]) => `${column}=${value}`)
        .join(' '),
    ]),
  );
}
