import { sql } from 'kysely';
import type { FamilyLease } from '../../contract/history/family-report';
import type { Db } from '../database/multi-row';

/** Locks of a family whose newest holds are looked at: those that were met last. */
const LOCKS = 8;

export type NewestHold = {
  target: string;
  family: string;
  library: string | null;
  leaseMs: number | null;
  noTtl: number;
  waitersMax: number | null;
};

/**
 * The newest hold, begun before `beforeMs`, of each of the 8 locks of every family that were met last: their leases, and
 * whether their waiters can be counted. One question whatever the number of families.
 */
export async function newestHolds(
  db: Db,
  families: readonly { target: string; family: string }[],
  beforeMs: number,
): Promise<NewestHold[]> {
  const asked = [...new Map(families.map((each) => [`${each.target}\n${each.family}`, each])).values()];
  if (asked.length === 0) return [];
  const named = sql.join(
    asked.map(({ target, family }) => sql`select ${target} as target, ${family} as family`),
    sql` union all `,
  );
  const { rows } = await sql<NewestHold>`with asked as (${named})
    select a.target as target, a.family as family, s.library as library,
      sp.lease_ms as "leaseMs", sp.no_ttl as "noTtl", sp.waiters_max as "waitersMax"
    from asked a cross join subjects s cross join spans sp
    where s.id in (select id from subjects where target = a.target and family = a.family and kind = 'lock'
      order by id desc limit ${sql.lit(LOCKS)})
    and sp.id = (select id from spans where lock = s.id and from_ms < ${sql.lit(beforeMs)}
      order by from_ms desc limit 1)`.execute(db);
  return rows;
}

/** Two leases that differ by less are one: one is read as a little shorter now and then. */
const SAME_LEASE = 1.05;

/** Leases of these holds; null = none is known. */
export function leaseOfHolds(holds: readonly Pick<NewestHold, 'leaseMs' | 'noTtl'>[]): FamilyLease {
  const leases = holds.flatMap(({ leaseMs, noTtl }) => (noTtl === 1 ? [] : (leaseMs ?? [])));
  const noTtl = holds.some((hold) => hold.noTtl === 1);
  if (leases.length === 0) return noTtl ? { minMs: null, maxMs: null, noTtl } : null;
  const maxMs = Math.max(...leases);
  const minMs = Math.min(...leases);
  return { minMs: maxMs <= minMs * SAME_LEASE ? maxMs : minMs, maxMs, noTtl };
}
