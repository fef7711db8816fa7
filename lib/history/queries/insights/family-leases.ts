import { sql } from 'kysely';
import type { HistoryScope } from '../../../contract/history/history-queries';
import type { FamilyHolds } from '../../../domain/locks/lease-advice';
import type { OutageLoad } from '../../../domain/queueing/outage-cost';
import type { Db } from '../../database/multi-row';
import { PROVEN_EXPIRY } from '../../database/query-indexes';
import { commonMs, watchedIn } from '../coverage';
import { mostWaitedFor } from '../debt';
import { familyHolds, familyName } from '../family-holds';
import { gridFor } from '../grid';
import { subjectsOf, sumOf } from '../scope';
import { loadsOf } from './lock-loads';

/** What is recorded of the leases of one family of which some ran out. */
export type RecordedLeases = {
  target: string;
  family: string;
  /** Share of the range that was watched, and its length, ms. */
  covered: number;
  rangeMs: number;
  /** Without those of dead holders. */
  holds: FamilyHolds;
  /** Acquisitions, holds that were given back, and keys that ran out. */
  acquisitions: number;
  releases: number;
  ranOut: number;
  /** Holds that are proven to have expired while held, and for how long they went on, as far as that was seen. */
  proven: number;
  overrunMs: number;
  /** Leases of the newest holds, ms. */
  leases: readonly number[];
  /** Of the newest holds that lasted for half of their lease: how many there are, and were renewed. */
  lasting: { holds: number; renewed: number };
  /** Of the locks that were waited for most; null = waiters cannot be counted. */
  loads: readonly OutageLoad[] | null;
};

type Question = { scope: HistoryScope; fromMs: number; toMs: number; nowMs: number };

const POINTS = 60;
/** Locks of a family whose waiters are asked for, and whose newest holds are. */
const LOCKS = 10;
const NEWEST = 20;

/** The `top` families in scope of which most keys ran out. */
export async function familyLeases(db: Db, question: Question, top: number): Promise<RecordedLeases[]> {
  const { scope, fromMs, toMs, nowMs } = question;
  const subjects = await subjectsOf(db, scope);
  const grid = gridFor(subjects, fromMs, toMs, POINTS);
  const targets = subjects.targets.map(({ target }) => target);
  if (targets.length === 0) return [];
  const families = await db
    .selectFrom('rollups as r')
    .innerJoin('subjects as s', 's.id', 'r.subject')
    .where('r.tier_ms', '=', grid.tierMs)
    .where('r.start_ms', '>=', grid.firstMs)
    .where('r.start_ms', '<', grid.endMs)
    .where('s.kind', '=', 'family')
    .where('s.target', 'in', targets)
    .$if(scope.family !== null, (query) => query.where('s.name', '=', scope.family ?? ''))
    .groupBy(['s.target', 's.name'])
    .having(sumOf('r.lapses'), '>', 0)
    .orderBy(sumOf('r.lapses'), 'desc')
    .limit(top)
    .select(['s.target', 's.name as family'])
    .select([
      sumOf('r.acquisitions').as('acquisitions'),
      sumOf('r.releases').as('releases'),
      sumOf('r.lapses').as('ranOut'),
    ])
    .execute();
  const range = { fromMs: grid.firstMs, toMs: Math.min(grid.endMs, toMs, nowMs) };
  const rangeMs = Math.max(1, range.toMs - range.fromMs);
  const watched = await watchedIn(db, targets, range, nowMs);
  const holds = await familyHolds(db, families, fromMs, toMs, 'without-dead');
  const found: RecordedLeases[] = [];
  for (const family of families) {
    const ofFamily = holds.get(familyName(family));
    if (!ofFamily) continue;
    const newest = await newestHolds(db, family);
    const lasting = newest.filter(({ ms, lease }) => ms !== null && lease !== null && ms >= lease / 2);
    const own = { ...subjects, scope: { ...scope, target: family.target, family: family.family } };
    const worst = await mostWaitedFor(db, own, grid, LOCKS);
    const loads = await loadsOf(
      db,
      worst.map(({ subject }) => subject),
      grid,
      question,
    );
    found.push({
      ...family,
      ...(await provenOf(db, family, range)),
      covered: commonMs(watched.get(family.target) ?? [], [range]) / rangeMs,
      rangeMs,
      holds: ofFamily,
      leases: newest.flatMap(({ lease }) => lease ?? []),
      lasting: { holds: lasting.length, renewed: lasting.filter(({ renewals }) => renewals > 0).length },
      loads: loads.some(({ load }) => load.waiterMs === null)
        ? null
        : loads.map(({ load }) => ({
            arrivalRate: load.acquisitions / load.coveredMs,
            busy: load.heldMs / load.coveredMs,
            waiting: (load.waiterMs ?? 0) / load.coveredMs,
          })),
    });
  }
  return found;
}

type Ref = { target: string; family: string };
type Newest = { ms: number | null; lease: number | null; renewals: number };

async function newestHolds(db: Db, { target, family }: Ref): Promise<Newest[]> {
  const locks = await db
    .selectFrom('subjects')
    .where('target', '=', target)
    .where('family', '=', family)
    .where('kind', '=', 'lock')
    .orderBy('last_ms', 'desc')
    .limit(LOCKS)
    .select('id')
    .execute();
  const found: Newest[] = [];
  for (const { id } of locks)
    found.push(
      ...(await db
        .selectFrom('spans')
        .where('lock', '=', id)
        .orderBy('from_ms', 'desc')
        .limit(NEWEST)
        .select([sql<number | null>`to_ms - from_ms`.as('ms'), 'lease_ms as lease', 'renewals'])
        .execute()),
    );
  return found;
}

async function provenOf(
  db: Db,
  { target, family }: Ref,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<{ proven: number; overrunMs: number }> {
  const { rows } = await sql<{ proven: number; overrunMs: number }>`
    select cast(count(*) as bigint) as proven, cast(coalesce(sum(overrun_ms), 0) as bigint) as "overrunMs"
    from spans sp cross join subjects su where su.id = sp.lock and ${sql.raw(PROVEN_EXPIRY)}
      and to_ms >= ${sql.lit(fromMs)} and to_ms < ${sql.lit(toMs)}
      and su.target = ${target} and su.family = ${family}`.execute(db);
  return rows[0] ?? { proven: 0, overrunMs: 0 };
}
