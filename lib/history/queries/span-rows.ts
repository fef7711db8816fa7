import { type SelectQueryBuilder, sql } from 'kysely';
import type { OwnershipSpan } from '../../contract/history/past';
import type { Db } from '../database/multi-row';
import type { HistorySchema, SpansTable } from '../database/schema';

/** Holds of at least so long are in indices of their own (`query-indexes.ts`), whose conditions are written as here. */
export const LONG_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

type Tables = HistorySchema & { sp: HistorySchema['spans']; s: HistorySchema['subjects'] };
export type SpanQuery<O> = SelectQueryBuilder<Tables, 'sp', O>;

/** Condition of a hold (`sp`) that is over and lasted at least so long. */
export const lasted = (ms: number) => sql<boolean>`sp.to_ms - sp.from_ms >= ${sql.lit(ms)}`;

/** Queries that together find every span that touches [fromMs, toMs) once, each along an index. `of` narrows to a lock. */
export function touching<O>(
  base: () => SpanQuery<O>,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  of: 'lock' | 'any',
): SpanQuery<O>[] {
  const before = fromMs - LONG_MS;
  const recent = base()
    .where('sp.from_ms', '>=', before)
    .where('sp.from_ms', '<', toMs)
    .where((sp) => sp.or([sp('sp.to_ms', 'is', null), sp('sp.to_ms', '>', fromMs)]));
  const open = base().where('sp.from_ms', '<', before).where('sp.to_ms', 'is', null);
  const long = (least: number, begunFrom: number | null, begunBefore: number) => {
    const query = base().where('sp.from_ms', '<', begunBefore).where('sp.to_ms', '>', fromMs);
    const lasting = query.where(lasted(least));
    return begunFrom === null ? lasting : lasting.where('sp.from_ms', '>=', begunFrom);
  };
  const earlier =
    of === 'lock'
      ? [long(LONG_MS, null, before)]
      : [
          long(LONG_MS, fromMs - HOUR_MS, before),
          long(HOUR_MS, fromMs - DAY_MS, fromMs - HOUR_MS),
          long(DAY_MS, null, fromMs - DAY_MS),
        ];
  return [recent, open, ...earlier];
}

/** All of `touching` in one question. */
export function allTouching<O>(
  base: () => SpanQuery<O>,
  range: { fromMs: number; toMs: number },
  of: 'lock' | 'any',
): SpanQuery<O> {
  const [first = base(), ...others] = touching(base, range, of);
  return others.reduce((all, each) => all.unionAll(each), first);
}

const COLUMNS = [
  'sp.id',
  'sp.lock',
  'sp.target',
  'sp.holder',
  'sp.holder_ref',
  'sp.token',
  'sp.mode',
  'sp.from_ms',
  'sp.from_known',
  'sp.to_ms',
  'sp.ended',
  'sp.ended_by',
  'sp.lease_ms',
  'sp.no_ttl',
  'sp.renewals',
  'sp.hold_count',
  'sp.waiters_max',
  'sp.waiter_ms',
  'sp.fencing',
  'sp.verdict',
  'sp.overrun_ms',
] as const;

export type SpanRow = Omit<SpansTable, 'id' | 'extensions'> & { id: number };

export function spansFrom(db: Db): SelectQueryBuilder<Tables, 'sp', SpanRow> {
  return db.selectFrom('spans as sp').select(COLUMNS) as unknown as SelectQueryBuilder<Tables, 'sp', SpanRow>;
}

/** What a screen needs of a lock, by its number. */
export type LockNames = Map<
  number,
  {
    id: string;
    key: string;
    family: string | null;
    kind: string | null;
    format: string | null;
    library: string | null;
  }
>;

const AT_ONCE = 5_000;

export async function namesOf(db: Db, locks: Iterable<number>): Promise<LockNames> {
  const wanted = [...new Set(locks)];
  const names: LockNames = new Map();
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const rows = await db
      .selectFrom('subjects')
      .where('id', 'in', wanted.slice(from, from + AT_ONCE))
      .select(['id', 'name', 'key_text', 'family', 'lock_kind', 'format_id', 'library'])
      .execute();
    for (const { id, name, key_text, family, lock_kind, format_id, library } of rows)
      names.set(id, { id: name, key: key_text ?? name, family, kind: lock_kind, format: format_id, library });
  }
  return names;
}

export function spanOf(row: SpanRow, names: LockNames): OwnershipSpan {
  const lock = names.get(row.lock);
  return {
    id: row.id,
    lock: lock?.id ?? '',
    key: lock?.key ?? '',
    holder: row.holder,
    holderRef: row.holder_ref,
    token: row.token,
    mode: row.mode,
    fromMs: row.from_ms,
    fromKnown: row.from_known,
    toMs: row.to_ms,
    ended: row.ended,
    endedBy: row.ended_by,
    leaseMs: row.lease_ms,
    noTtl: row.no_ttl !== 0,
    renewals: row.renewals,
    waitersMax: row.waiters_max,
    waiterSeconds: row.waiter_ms / 1000,
    fencing: row.fencing,
    verdict: row.verdict,
    overrunMs: row.overrun_ms,
  };
}
