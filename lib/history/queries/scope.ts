import { sql } from 'kysely';
import type { HistoryScope } from '../../contract/history/history-queries';
import { parseLockId } from '../../domain/keys/lock-id';
import type { Db } from '../database/multi-row';
import { TIERS, type TierMs } from '../database/tiers';

/** What a question is about, as the rows have it. */
export type Subjects = {
  scope: HistoryScope;
  /** Targets that the scope touches: whether they were watched decides what can be said. */
  targets: { id: number; target: string }[];
  /** Whose figures are added up: of a lock one, of a family one a target; none = nothing is known of it. */
  own: number[];
  /** Oldest bucket of the targets in each tier; null = there is none. */
  reach: Map<TierMs, number | null>;
};

/** Looks up what a scope names. What is not known is no error: it has no figures. */
export async function subjectsOf(db: Db, scope: HistoryScope): Promise<Subjects> {
  const target = targetOf(scope);
  const rows = await db
    .selectFrom('subjects as s')
    .where('s.kind', '=', 'target')
    .$if(target !== null, (query) => query.where('s.target', '=', target ?? ''))
    .$if(scope.among !== undefined && scope.lock === null, (query) =>
      query.where('s.target', 'in', amongOf(scope)),
    )
    .select(['s.id', 's.target'])
    .select(
      TIERS.map((tierMs) =>
        sql<
          number | null
        >`(select min(start_ms) from rollups where tier_ms = ${sql.lit(tierMs)} and subject = s.id)`.as(
          `reach_${tierMs}`,
        ),
      ),
    )
    .orderBy('s.target')
    .execute();
  const reach = new Map(
    TIERS.map((tierMs) => {
      const starts = rows.flatMap((row) => (row as Record<string, unknown>)[`reach_${tierMs}`] ?? []);
      return [tierMs, starts.length === 0 ? null : Math.min(...starts.map(Number))];
    }),
  );
  const targets = rows.map(({ id, target: name }) => ({ id, target: name }));
  return { scope, targets, own: await ownOf(db, scope, targets), reach };
}

/** The one target of a scope; null = all, or those that it is bounded to. */
export function targetOf({ target, lock }: HistoryScope): string | null {
  return lock === null ? target : (parseLockId(lock)?.target ?? target);
}

/** The scope as it was asked for. */
export function askedOf({ target, family, lock }: HistoryScope): Omit<HistoryScope, 'among'> {
  return { target, family, lock };
}

async function ownOf(
  db: Db,
  { family, lock }: HistoryScope,
  targets: Subjects['targets'],
): Promise<number[]> {
  if (lock === null && family === null) return targets.map(({ id }) => id);
  if (targets.length === 0) return [];
  const names = targets.map(({ target }) => target);
  const rows = await db
    .selectFrom('subjects')
    .where('kind', '=', lock === null ? 'family' : 'lock')
    .where('target', 'in', names)
    .where('name', '=', lock ?? family ?? '')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Targets that a scope is bounded to, for an `in`: never an empty list. */
export function amongOf({ among = [] }: HistoryScope): string[] {
  return among.length > 0 ? [...among] : [''];
}

/** A sum as a number in both databases: PostgreSQL would make a text of it. */
export function sumOf(column: string) {
  return sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;
}
