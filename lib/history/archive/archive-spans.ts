import type { LockId } from '../../domain/keys/lock-id';
import type { SpanWrite, WaitSpanWrite } from '../database/batch';
import { type Db, type Dialect, insertRows, replacing } from '../database/multi-row';
import type { OpenRows } from './open-rows';

const SPAN = [
  'lock',
  'target',
  'holder',
  'holder_ref',
  'token',
  'mode',
  'from_ms',
  'from_known',
  'to_ms',
  'ended',
  'ended_by',
  'lease_ms',
  'no_ttl',
  'renewals',
  'extensions',
  'hold_count',
  'waiters_max',
  'waiter_ms',
  'fencing',
  'verdict',
  'overrun_ms',
] as const;
const WAIT_SPAN = [
  'lock',
  'target',
  'waiter',
  'waiter_ref',
  'known_by',
  'from_ms',
  'to_ms',
  'got_it',
] as const;

/** Together these tell a row from others of its lock. */
type Names = { lock: number; from_ms: number; who: string | null };
type Returned = Names & { id: number; to_ms: number | null };

type Table = {
  into: 'spans' | 'wait_spans';
  columns: readonly string[];
  who: 'token' | 'waiter_ref';
  open: OpenRows;
};

export function spanTable(open: OpenRows): Table {
  return { into: 'spans', columns: SPAN, who: 'token', open };
}

export function waitSpanTable(open: OpenRows): Table {
  return { into: 'wait_spans', columns: WAIT_SPAN, who: 'waiter_ref', open };
}

type Written = { uid: string; id: number; goesOn: boolean };

/**
 * Inserts what is new and changes what was written before. Resolves to the numbers of rows, for `open` once the
 * transaction is through. `again`: all of it may have been written already.
 */
export async function writeSpans(
  db: Db,
  kind: Dialect,
  table: Table,
  writes: readonly (SpanWrite | WaitSpanWrite)[],
  idOfLock: (lock: LockId) => number,
): Promise<Written[]> {
  const last = [...new Map(writes.map((write) => [write.uid, write])).values()];
  const fresh: (SpanWrite | WaitSpanWrite)[] = [];
  const known: { id: number; write: SpanWrite | WaitSpanWrite }[] = [];
  for (const write of last) {
    const id = table.open.isUncertain(write.uid)
      ? await findRow(db, table, namesOf(table, write, idOfLock))
      : table.open.idOf(write.uid);
    if (id === undefined) fresh.push(write);
    else known.push({ id, write });
  }
  const rowOf = (write: SpanWrite | WaitSpanWrite) => ({ ...write, lock: idOfLock(write.lock) });
  const changes = replacing(table.columns);
  await insertRows(
    db,
    kind,
    {
      into: table.into,
      columns: ['id', ...table.columns] as never[],
      tail: `on conflict (id) do update set ${changes}`,
    },
    known.map(({ id, write }) => ({ ...rowOf(write), id })),
  );
  const returned = await insertRows<typeof table.into, Returned>(
    db,
    kind,
    {
      into: table.into,
      columns: table.columns as never[],
      tail: `returning id, lock, from_ms, to_ms, ${table.who} as who`,
    },
    fresh.map(rowOf),
  );
  return [
    ...known.map(({ id, write }) => writtenOf(write, id)),
    ...matched(table, fresh, returned, idOfLock),
  ];
}

/** Whether a batch whose answer was lost wrote a row: its number, or undefined. */
async function findRow(db: Db, { into, who }: Table, names: Names): Promise<number | undefined> {
  const row = await db
    .selectFrom(into as 'spans')
    .select('id')
    .where('lock', '=', names.lock)
    .where('from_ms', '=', names.from_ms)
    .where(who as 'token', 'is not distinct from', names.who as string)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id;
}

/** A database may return rows in another order than they were given. One that ended is never taken for one that goes on. */
function matched(
  table: Table,
  fresh: readonly (SpanWrite | WaitSpanWrite)[],
  returned: readonly Returned[],
  idOfLock: (lock: LockId) => number,
): Written[] {
  const ids = new Map<string, number[]>();
  for (const { id, to_ms, ...names } of returned) {
    const name = textOf({ ...names, goesOn: to_ms === null });
    const list = ids.get(name);
    if (list) list.push(id);
    else ids.set(name, [id]);
  }
  return fresh.flatMap((write) => {
    const name = textOf({ ...namesOf(table, write, idOfLock), goesOn: write.to_ms === null });
    const id = ids.get(name)?.shift();
    return id === undefined ? [] : [writtenOf(write, id)];
  });
}

function writtenOf({ uid, to_ms }: SpanWrite | WaitSpanWrite, id: number): Written {
  return { uid, id, goesOn: to_ms === null };
}

function namesOf(
  { who }: Table,
  write: SpanWrite | WaitSpanWrite,
  idOfLock: (lock: LockId) => number,
): Names {
  const named = (write as unknown as Record<string, string | null>)[who] ?? null;
  return { lock: idOfLock(write.lock), from_ms: Math.round(write.from_ms), who: named };
}

function textOf({ lock, from_ms, who, goesOn }: Names & { goesOn: boolean }): string {
  return `${lock} ${from_ms} ${goesOn} ${who ?? ''}`;
}
