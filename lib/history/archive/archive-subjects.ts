import type { HistoryBatch, LockInfo, SubjectRef } from '../database/batch';
import { type Db, type Dialect, insertRows } from '../database/multi-row';

/** How long a number is used without looking at its row: a row this old or older may have been pruned. */
const FRESH_MS = 600_000;
const KEPT = 200_000;
const COLUMNS = [
  'kind',
  'target',
  'name',
  'key_text',
  'key_exact',
  'key_bytes',
  'family',
  'lock_kind',
  'format_id',
  'library',
  'last_ms',
] as const;
/** What a later batch knows better. */
const CHANGES = COLUMNS.slice(3)
  .map((column) =>
    column === 'last_ms'
      ? 'last_ms = case when excluded.last_ms > subjects.last_ms then excluded.last_ms else subjects.last_ms end'
      : `${column} = coalesce(excluded.${column}, subjects.${column})`,
  )
  .join(', ');

type Known = { id: number; info: string; atMs: number };
type Returned = { id: number; kind: string; target: string; name: string };

/** Numbers of locks, families and targets, as the last batches needed them. */
type SubjectStore = {
  /**
   * Numbers of everything that a batch names, stored first where they are new. `keep` is to be called once the transaction
   * is through.
   */
  of(db: Db, kind: Dialect, batch: HistoryBatch): Promise<{ idOf(ref: SubjectRef): number; keep(): void }>;
};

export function createSubjects(): SubjectStore {
  const known = new Map<string, Known>();

  return {
    async of(db, kind, batch) {
      const infos = new Map(batch.locks.map((lock) => [lock.id, lock]));
      const wanted = new Map<string, Record<string, string | number | null>>();
      const ids = new Map<string, number>();
      const found = new Map<string, Known>();
      for (const ref of refsOf(batch)) {
        const name = nameOf(ref);
        if (ids.has(name) || wanted.has(name)) continue;
        const info = ref.kind === 'lock' ? infos.get(ref.lock) : undefined;
        const text = info ? JSON.stringify(info) : '';
        const before = known.get(name);
        const fresh = before && Math.abs(batch.atMs - before.atMs) < FRESH_MS;
        if (fresh && (text === '' || text === before.info)) ids.set(name, before.id);
        else {
          wanted.set(name, rowOf(ref, info, batch.atMs));
          found.set(name, { id: 0, info: text, atMs: batch.atMs });
        }
      }
      const rows = await insertRows<'subjects', Returned>(
        db,
        kind,
        {
          into: 'subjects',
          columns: COLUMNS,
          tail: `on conflict (kind, target, name) do update set ${CHANGES} returning id, kind, target, name`,
        },
        [...wanted.values()],
      );
      for (const row of rows) {
        const name = `${row.kind} ${row.target} ${row.name}`;
        ids.set(name, row.id);
        const entry = found.get(name);
        if (entry) entry.id = row.id;
      }
      return {
        idOf(ref) {
          const id = ids.get(nameOf(ref));
          if (id === undefined) throw new Error(`the batch names ${nameOf(ref)}, which it does not list`);
          return id;
        },
        keep() {
          for (const [name, entry] of found) {
            known.delete(name);
            known.set(name, entry);
          }
          for (const name of known.keys()) {
            if (known.size <= KEPT) break;
            known.delete(name);
          }
        },
      };
    },
  };
}

function* refsOf(batch: HistoryBatch): Generator<SubjectRef> {
  const { target } = batch;
  const ofLock = (lock: string): SubjectRef => ({ kind: 'lock', target, lock });
  for (const { id } of batch.locks) yield ofLock(id);
  for (const { lock } of batch.spans) yield ofLock(lock);
  for (const { lock } of batch.waitSpans) yield ofLock(lock);
  for (const { lock } of batch.waiting) yield ofLock(lock);
  for (const { lock } of batch.events) if (lock !== null) yield ofLock(lock);
  for (const { subject } of batch.rollups) yield subject;
  for (const { before, after } of batch.orders) yield* [before, after];
  if (batch.horizon) yield { kind: 'target', target };
}

function nameOf(ref: SubjectRef): string {
  const name = ref.kind === 'lock' ? ref.lock : ref.kind === 'family' ? ref.family : '';
  return `${ref.kind} ${ref.target} ${name}`;
}

function rowOf(ref: SubjectRef, info: LockInfo | undefined, atMs: number) {
  return {
    kind: ref.kind,
    target: ref.target,
    name: ref.kind === 'lock' ? ref.lock : ref.kind === 'family' ? ref.family : '',
    key_text: info?.key.text ?? null,
    key_exact: info ? Number(info.key.exact) : null,
    key_bytes: info?.key.byteLength ?? null,
    family: info?.family ?? null,
    lock_kind: info?.kind ?? null,
    format_id: info?.formatId ?? null,
    library: info?.library ?? null,
    last_ms: atMs,
  };
}
