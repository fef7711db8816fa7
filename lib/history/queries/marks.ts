import type { Marks } from '../../contract/history/history';
import type { HistoryScope } from '../../contract/history/history-queries';
import type { HistoryMark } from '../../contract/history/past';
import { parseLockId } from '../../domain/keys/lock-id';
import type { Db } from '../database/multi-row';
import type { EventsTable, MarksTable } from '../database/schema';
import { amongOf } from './scope';
import { type LockNames, namesOf } from './span-rows';

type MarksQuestion = {
  scope: HistoryScope;
  fromMs: number;
  toMs: number;
  /** null = all kinds. */
  kinds: readonly string[] | null;
  limit: number;
};

type Row = Omit<EventsTable, 'id'> & { id: number };

/** Events and what people noted within the range, the newest `limit` of them, oldest first; `more` = there are older ones. */
export async function marks(db: Db, question: MarksQuestion, nowMs: number): Promise<Marks> {
  const { fromMs, toMs, limit } = question;
  const [events, noted] = [await eventsOf(db, question), await notedOf(db, question)];
  const names = await namesOf(
    db,
    events.flatMap(({ lock }) => lock ?? []),
  );
  const all = [...events.map((row) => markOf(row, names)), ...noted].sort(
    (a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1),
  );
  return { fromMs, toMs, marks: all.slice(-limit), more: all.length > limit, nowMs };
}

async function eventsOf(db: Db, { scope, fromMs, toMs, kinds, limit }: MarksQuestion): Promise<Row[]> {
  let query = db
    .selectFrom('events')
    .where('at_ms', '>=', fromMs)
    .where('at_ms', '<', toMs)
    .orderBy('at_ms', 'desc')
    .limit(limit + 1)
    .selectAll();
  if (kinds !== null) {
    if (kinds.length === 0) return [];
    query = query.where('kind', 'in', [...kinds]);
  }
  if (scope.lock !== null) {
    query = query.where('lock', 'in', (of) =>
      of
        .selectFrom('subjects')
        .where('kind', '=', 'lock')
        .where('target', '=', parseLockId(scope.lock ?? '')?.target ?? '')
        .where('name', '=', scope.lock ?? '')
        .select('id'),
    );
  } else if (scope.family !== null) {
    query = query.where('lock', 'in', (of) =>
      of
        .selectFrom('subjects')
        .where('kind', '=', 'lock')
        .where('family', '=', scope.family ?? '')
        .$if(scope.target !== null, (own) => own.where('target', '=', scope.target ?? ''))
        .select('id'),
    );
  } else if (scope.target !== null) query = query.where('target', '=', scope.target);
  if (scope.among !== undefined && scope.lock === null) query = query.where('target', 'in', amongOf(scope));
  return query.execute();
}

async function notedOf(db: Db, { scope, fromMs, toMs, kinds, limit }: MarksQuestion): Promise<HistoryMark[]> {
  let query = db
    .selectFrom('marks')
    .where('at_ms', '<', toMs)
    .where((mark) => mark.or([mark('at_ms', '>=', fromMs), mark('until_ms', '>=', fromMs)]))
    .orderBy('at_ms', 'desc')
    .limit(limit + 1)
    .selectAll();
  if (kinds !== null) {
    if (kinds.length === 0) return [];
    query = query.where('kind', 'in', [...kinds]);
  }
  const target = scope.lock?.split('.')[0] ?? scope.target;
  if (target !== null)
    query = query.where((mark) => mark.or([mark('target', 'is', null), mark('target', '=', target)]));
  if (scope.among !== undefined)
    query = query.where((mark) =>
      mark.or([mark('target', 'is', null), mark('target', 'in', amongOf(scope))]),
    );
  const rows = await query.execute();
  return rows.map(notedMark);
}

/** A mark that somebody made, as an answer has it. */
export function notedMark(row: Omit<MarksTable, 'id'> & { id: number }): HistoryMark {
  return {
    id: `m${row.id}`,
    atMs: row.at_ms,
    untilMs: row.until_ms,
    kind: row.kind as HistoryMark['kind'],
    title: row.title,
    text: row.text,
    url: row.url,
    target: row.target,
    lock: null,
    node: null,
    holder: null,
    values: { actor: row.actor },
  };
}

function markOf(row: Row, names: LockNames): HistoryMark {
  const lock = row.lock === null ? null : (names.get(row.lock) ?? null);
  return {
    id: `e${row.id}`,
    atMs: row.at_ms,
    untilMs: null,
    kind: row.kind as HistoryMark['kind'],
    title: lock?.key ?? row.node ?? row.target,
    text: '',
    url: null,
    target: row.target,
    lock: lock?.id ?? null,
    node: row.node,
    holder: row.holder,
    values: valuesOf(row.details),
  };
}

/** Details of an event; one that cannot be read has none. */
export function valuesOf(details: string): Record<string, string | number> {
  try {
    const values: unknown = JSON.parse(details);
    return typeof values === 'object' && values !== null ? (values as Record<string, string | number>) : {};
  } catch {
    return {};
  }
}
