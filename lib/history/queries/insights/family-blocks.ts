import { sql } from 'kysely';
import type { HistoryScope } from '../../../contract/history/history-queries';
import type { Db } from '../../database/multi-row';
import type { TierMs } from '../../database/tiers';
import { type Subjects, subjectsOf, sumOf } from '../scope';

/** Ten minutes: the queue of a busy lock forgets its past within one, so that one says little of the next. */
export const BLOCK_MS = 600_000 satisfies TierMs;
/** Families compared at once, the busiest. */
const FAMILIES = 100;
/** Share of a block that has to be watched. */
const WATCHED = 0.95;

/** What holds and waits of a family took that ended within one block of ten minutes. */
export type Block = {
  startMs: number;
  hold: Map<number, number>;
  wait: Map<number, number>;
  waiterMs: number;
};

export type FamilyBlocks = { target: string; family: string; blocks: Map<number, Block> };

/**
 * Blocks with these starts, without those that were not watched, of the families in scope with the most acquisitions
 * in them. `starts` are multiples of `blockMs`.
 */
export async function familyBlocks(
  db: Db,
  scope: HistoryScope,
  starts: readonly number[],
  blockMs: TierMs,
): Promise<FamilyBlocks[]> {
  if (starts.length === 0) return [];
  const subjects = await subjectsOf(db, scope);
  const watched = await watchedBlocks(db, subjects, starts, blockMs);
  const families = await busiest(db, subjects, starts, blockMs);
  const found = new Map<number, FamilyBlocks & { id: number }>();
  for (const { id, target, family } of families) found.set(id, { id, target, family, blocks: new Map() });
  if (found.size === 0) return [];
  const blockOf = (subject: number, startMs: number) => {
    const of = found.get(subject);
    if (!of || !watched.has(`${of.target} ${startMs}`)) return null;
    const block = of.blocks.get(startMs) ?? { startMs, hold: new Map(), wait: new Map(), waiterMs: 0 };
    of.blocks.set(startMs, block);
    return block;
  };
  const within = sql<boolean>`tier_ms = ${sql.lit(blockMs)} and start_ms in (${sql.join(starts)})`;
  const times = await db
    .selectFrom('histograms')
    .where('subject', 'in', [...found.keys()])
    .where(within)
    .where('measure', 'in', ['hold', 'wait'])
    .select(['subject', 'start_ms', 'measure', 'bucket', 'count'])
    .execute();
  for (const { subject, start_ms, measure, bucket, count } of times) {
    const block = blockOf(subject, start_ms);
    block?.[measure === 'hold' ? 'hold' : 'wait'].set(bucket, count);
  }
  const waits = await db
    .selectFrom('rollups')
    .where('subject', 'in', [...found.keys()])
    .where(within)
    .select(['subject', 'start_ms', 'waiter_ms'])
    .execute();
  for (const { subject, start_ms, waiter_ms } of waits) {
    const block = blockOf(subject, start_ms);
    if (block) block.waiterMs = waiter_ms;
  }
  return [...found.values()].map(({ target, family, blocks }) => ({ target, family, blocks }));
}

/** `target start` of those that were watched. */
async function watchedBlocks(
  db: Db,
  { targets }: Subjects,
  starts: readonly number[],
  blockMs: TierMs,
): Promise<Set<string>> {
  if (targets.length === 0) return new Set();
  const rows = await db
    .selectFrom('rollups')
    .where('tier_ms', '=', blockMs)
    .where(
      'subject',
      'in',
      targets.map(({ id }) => id),
    )
    .where('start_ms', 'in', [...starts])
    .where('covered_ms', '>=', blockMs * WATCHED)
    .select(['subject', 'start_ms'])
    .execute();
  const names = new Map(targets.map(({ id, target }) => [id, target]));
  return new Set(rows.map(({ subject, start_ms }) => `${names.get(subject)} ${start_ms}`));
}

async function busiest(
  db: Db,
  { scope, targets }: Subjects,
  starts: readonly number[],
  blockMs: TierMs,
): Promise<{ id: number; target: string; family: string }[]> {
  if (targets.length === 0) return [];
  return db
    .selectFrom('rollups as r')
    .innerJoin('subjects as s', 's.id', 'r.subject')
    .where('r.tier_ms', '=', blockMs)
    .where('r.start_ms', 'in', [...starts])
    .where('s.kind', '=', 'family')
    .where(
      's.target',
      'in',
      targets.map(({ target }) => target),
    )
    .$if(scope.family !== null, (query) => query.where('s.name', '=', scope.family ?? ''))
    .groupBy(['s.id', 's.target', 's.name'])
    .orderBy(sumOf('r.acquisitions'), 'desc')
    .orderBy('s.id')
    .limit(FAMILIES)
    .select(['s.id', 's.target', 's.name as family'])
    .execute();
}
