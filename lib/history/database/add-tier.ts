import { type Kysely, sql } from 'kysely';

/** Columns of roll-ups that add up over buckets, and those of which the highest counts. */
const SUMS = [
  ...['acquisitions', 'releases', 'lapses', 'lost', 'forced', 'taken_over', 'renewals', 'extensions'],
  ...['held_ms', 'waiter_ms', 'covered_ms'],
];
const HIGHEST = ['held_max', 'waiters_max'];
const HORIZON = ['within_10s', 'within_1m', 'within_10m', 'within_1h', 'later', 'never'];

/** Makes the buckets of a new tier out of those of a finer one, of which whole ones make one of its own; both in ms. */
export async function addTier(db: Kysely<unknown>, finerMs: number, tierMs: number): Promise<void> {
  const start = `start_ms - start_ms % ${tierMs}`;
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`insert into rollups (tier_ms, subject, start_ms, ${[...SUMS, ...HIGHEST].join(', ')})
    select ${tierMs}, subject, ${start}, ${[
      ...SUMS.map((column) => `cast(sum(${column}) as bigint)`),
      ...HIGHEST.map((column) => `max(${column})`),
    ].join(', ')}
    from rollups where tier_ms = ${finerMs} group by subject, ${start}`);
  await run(`insert into histograms (tier_ms, subject, start_ms, measure, bucket, count)
    select ${tierMs}, subject, ${start}, measure, bucket, cast(sum(count) as bigint)
    from histograms where tier_ms = ${finerMs} group by subject, ${start}, measure, bucket`);
  await run(`insert into horizons (tier_ms, subject, start_ms, ${HORIZON.join(', ')})
    select ${tierMs}, h.subject, h.start_ms - h.start_ms % ${tierMs}, ${HORIZON.map((column) => `h.${column}`).join(', ')}
    from horizons h
    join (select subject, max(start_ms) as last from horizons where tier_ms = ${finerMs} group by subject, ${start}) newest
      on newest.subject = h.subject and newest.last = h.start_ms
    where h.tier_ms = ${finerMs}`);
}
