import type { AuditEntry } from '../domain/api';
import { LockError } from '../domain/errors';
import type { NewAudit } from './archive-types';
import type { Db } from './multi-row';
import type { AuditTable } from './schema';

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
  if (changed.length === 0) throw new LockError('not-found', `there is no audit entry ${id}`, { id });
}

export async function readAudit(
  db: Db,
  { limit, lockId, beforeId }: { limit: number; lockId?: string; beforeId?: number },
): Promise<AuditEntry[]> {
  let query = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit);
  if (lockId !== undefined) query = query.where('lock_id', '=', lockId);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return (await query.execute()).map(entryOf);
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
