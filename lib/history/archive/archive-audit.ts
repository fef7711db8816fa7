import { sql } from 'kysely';
import type { AuditEntry } from '../../contract/audit';
import type { AuditQuery } from '../../domain/actions/audit';
import { ConsoleError } from '../../domain/values/errors';
import type { Db } from '../database/multi-row';
import type { AuditTable } from '../database/schema';
import type { NewAudit } from './archive-types';

export async function appendAudit(db: Db, entry: NewAudit): Promise<AuditEntry> {
  const { id } = await db
    .insertInto('audit')
    .values({
      at_ms: Math.round(entry.atMs),
      actor: entry.actor,
      action: entry.action,
      target: entry.target,
      lock_id: entry.lockId ?? '',
      key: entry.key,
      holder: entry.holder,
      reason: entry.reason,
      outcome: entry.outcome,
      details: JSON.stringify(entry.details),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...entry, id };
}

/** Throws `not-found` when there is no entry of this id. */
export async function updateAudit(
  db: Db,
  id: number,
  { outcome, details }: Pick<AuditEntry, 'outcome' | 'details'>,
): Promise<void> {
  const changed = await db
    .updateTable('audit')
    .set({ outcome, details: JSON.stringify(details) })
    .where('id', '=', id)
    .returning('id')
    .execute();
  if (changed.length === 0) throw new ConsoleError('not-found', `there is no audit entry ${id}`, { id });
}

/** Newest first. Reads the whole table when few entries match. */
export async function readAudit(
  db: Db,
  { limit, lockId, beforeId, among, withoutHolders, target, actor, action, outcome, q, from, to }: AuditQuery,
): Promise<AuditEntry[]> {
  let query = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit);
  if (lockId !== undefined) query = query.where('lock_id', '=', lockId);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  if (among !== undefined)
    query = query.where('target', 'in', among.length > 0 ? [...among] : ['']).where('target', '!=', '');
  if (target !== undefined) query = query.where('target', '=', target);
  if (action !== undefined) query = query.where('action', '=', action);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (from !== undefined) query = query.where('at_ms', '>=', Math.ceil(from));
  if (to !== undefined) query = query.where('at_ms', '<', Math.ceil(to));
  if (actor !== undefined) query = query.where(contains('actor', actor));
  if (q !== undefined)
    query = query.where(({ or }) =>
      or(
        (['key', 'lock_id', 'holder', 'reason'] as const)
          .filter((column) => column !== 'holder' || !withoutHolders)
          .map((column) => contains(column, q)),
      ),
    );
  return (await query.execute()).map(entryOf);
}

/** SQLite lowers ASCII letters only: another letter is found in its own case there. */
function contains(column: 'actor' | 'key' | 'lock_id' | 'holder' | 'reason', part: string) {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
}

function entryOf(row: { [Column in keyof AuditTable]: Column extends 'id' ? number : AuditTable[Column] }) {
  return {
    id: row.id,
    atMs: row.at_ms,
    actor: row.actor,
    action: row.action as AuditEntry['action'],
    target: row.target,
    lockId: row.lock_id || null,
    key: row.key,
    holder: row.holder,
    reason: row.reason,
    outcome: row.outcome as AuditEntry['outcome'],
    details: JSON.parse(row.details) as Record<string, unknown>,
  };
}
