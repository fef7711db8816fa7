import { sql } from 'kysely';
import type { HistoryScope } from '../../contract/history/history-queries';
import type { CrossedPair, OrderSeen } from '../../domain/locks/lock-order';
import type { Db } from '../database/multi-row';
import { amongOf, targetOf } from './scope';

type Row = Record<`${'forth' | 'back'}_${'seen' | 'together' | 'first' | 'last'}`, number> &
  Record<`${'forth' | 'back'}_${'holder' | 'token'}`, string | null> & {
    target: string;
    a_id: string;
    b_id: string;
    a_key: string | null;
    b_key: string | null;
    a_family: string | null;
    b_family: string | null;
  };

/** Pairs of one answer. */
const MOST = 500;

const side = (table: 'f' | 'r', way: 'forth' | 'back') =>
  sql.raw(
    `${table}.seen as ${way}_seen, ${table}.together as ${way}_together, ${table}.first_ms as ${way}_first,
     ${table}.last_ms as ${way}_last, ${table}.holder as ${way}_holder, ${table}.token as ${way}_token`,
  );

/** Pairs of locks in scope of which both orders were seen since `fromMs`, each once: the 500 that were crossed most often. */
export async function crossedPairs(db: Db, scope: HistoryScope, fromMs: number): Promise<CrossedPair[]> {
  const target = targetOf(scope);
  const { family, lock, among } = scope;
  const { rows } = await sql<Row>`
    select f.target, a.name as a_id, b.name as b_id, a.key_text as a_key, b.key_text as b_key,
      a.family as a_family, b.family as b_family, ${side('f', 'forth')}, ${side('r', 'back')}
    from lock_order f
    join lock_order r on r.before = f.after and r.after = f.before
    join subjects a on a.id = f.before
    join subjects b on b.id = f.after
    where f.before < f.after and f.seen > 0 and r.seen > 0 and f.last_ms >= ${fromMs} and r.last_ms >= ${fromMs}
      and a.kind = 'lock'
      ${target === null ? sql`` : sql`and f.target = ${target}`}
      ${among === undefined ? sql`` : sql`and f.target in (${sql.join(amongOf(scope))})`}
      ${family === null ? sql`` : sql`and (a.family = ${family} or b.family = ${family})`}
      ${lock === null ? sql`` : sql`and (a.name = ${lock} or b.name = ${lock})`}
    order by case when f.seen < r.seen then f.seen else r.seen end desc, f.before, f.after
    limit ${MOST}
    `.execute(db);
  return rows.map((row) => ({
    target: row.target,
    a: { id: row.a_id, key: row.a_key ?? '', family: row.a_family ?? '' },
    b: { id: row.b_id, key: row.b_key ?? '', family: row.b_family ?? '' },
    forth: seenOf(row, 'forth'),
    back: seenOf(row, 'back'),
  }));
}

function seenOf(row: Row, way: 'forth' | 'back'): OrderSeen {
  return {
    seen: row[`${way}_seen`],
    together: row[`${way}_together`],
    firstMs: row[`${way}_first`],
    lastMs: row[`${way}_last`],
    holder: row[`${way}_holder`],
    token: row[`${way}_token`],
  };
}
