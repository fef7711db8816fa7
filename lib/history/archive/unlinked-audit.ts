import { sql } from 'kysely';
import type { Db } from '../database/multi-row';
import type { ChainState } from './archive-types';

/** Ids that one statement looks through. */
const IDS = 5_000;

/**
 * Entries that no link states. `added` = the first with a uid, which only consoles with a chain give: its link was removed, or it
 * was added by hand. `uncovered` = all others, as a console from before the chain writes them, or a hand.
 */
type Unlinked = { added: number | null; uncovered: ChainState['uncovered'] };

type Found = { added: number | null; n: number; low: number; high: number; from_ms: number; to_ms: number };

/** Looks through every entry, in pages between which others get their turn. */
export async function unlinkedEntries(db: Db, turn: () => Promise<void>): Promise<Unlinked> {
  const { low, high } = await db
    .selectFrom('audit')
    .select(({ fn }) => [fn.min('id').as('low'), fn.max('id').as('high')])
    .executeTakeFirstOrThrow();
  let unlinked: Unlinked = { added: null, uncovered: null };
  for (let from = low ?? 0; high !== null && from <= high; from += IDS) {
    unlinked = joined(unlinked, await foundFrom(db, from));
    await turn();
  }
  return unlinked;
}

async function foundFrom(db: Db, from: number): Promise<Found> {
  const { rows } = await sql<Found>`
    select min(case when uid is not null then id end) as added, count(case when uid is null then 1 end) as n,
      min(case when uid is null then id end) as low, max(case when uid is null then id end) as high,
      min(case when uid is null then at_ms end) as from_ms, max(case when uid is null then at_ms end) as to_ms
    from audit a where id >= ${from} and id < ${from + IDS}
      and not exists (select 1 from audit_chain c where c.entry = a.id)`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('a sum of no entries has a row all the same');
  return found;
}

function joined(
  { added, uncovered }: Unlinked,
  { added: next, n, low, high, from_ms, to_ms }: Found,
): Unlinked {
  const first = added ?? next;
  if (n === 0) return { added: first, uncovered };
  const range = { fromEntry: low, toEntry: high, fromMs: from_ms, toMs: to_ms };
  const before = uncovered?.range;
  if (!before) return { added: first, uncovered: { entries: n, range } };
  return {
    added: first,
    uncovered: {
      entries: uncovered.entries + n,
      range: {
        ...{ fromEntry: before.fromEntry, toEntry: high },
        ...{ fromMs: Math.min(before.fromMs, from_ms), toMs: Math.max(before.toMs, to_ms) },
      },
    },
  };
}
