import { sql } from 'kysely';
import type { AuditEntry, ChainedEntry } from '../../contract/audit';
import type { AuditQuery } from '../../domain/actions/audit';
import { ConsoleError } from '../../domain/values/errors';
import { linkOf, newSalt, type StoredAudit } from '../database/audit-link';
import { createInProcessMutex } from '../database/in-process-mutex';
import type { Db, Dialect } from '../database/multi-row';
import { deleteNumbered } from './archive-delete';
import type { NewAudit } from './archive-types';
import { linkPruning, type OpenChain, onChain, soundLink } from './audit-chain';

export type AuditWriter = {
  append(entry: NewAudit): Promise<AuditEntry>;
  /** Throws `not-found` when there is no entry of this id. */
  update(id: number, change: Pick<AuditEntry, 'outcome' | 'details'>): Promise<void>;
  /** Removes some entries from before a moment, the oldest first; resolves to how many. */
  prune(beforeMs: number): Promise<number>;
};

/** Writes entries, each change in one transaction with its link of the chain. */
export function createAuditWriter(db: Db, kind: Dialect): AuditWriter {
  // One console takes one connection for it: the others wait for the same row of the head anyway.
  const turns = createInProcessMutex();

  async function inTurn<T>(work: (chain: OpenChain) => Promise<T>): Promise<T> {
    await turns.acquire();
    try {
      return await onChain(db, kind, work);
    } finally {
      turns.release();
    }
  }

  return {
    append: (entry) =>
      inTurn(async ({ trx, add }) => {
        const row = await trx
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
          .returningAll()
          .executeTakeFirstOrThrow();
        await add(linkOf(row, newSalt()));
        return { ...entry, id: row.id };
      }),

    update: (id, { outcome, details }) =>
      inTurn(async ({ trx, add }) => {
        const before = await trx.selectFrom('audit').selectAll().where('id', '=', id).executeTakeFirst();
        if (!before) throw new ConsoleError('not-found', `there is no audit entry ${id}`, { id });
        const link = await soundLink(trx, before);
        const row = await trx
          .updateTable('audit')
          .set({ outcome, details: JSON.stringify(details) })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        if (link) await add(linkOf(row, link.salt));
      }),

    async prune(beforeMs) {
      const old = sql<boolean>`at_ms < ${beforeMs}`;
      const found = await db.selectFrom('audit').select('id').where(old).limit(1).executeTakeFirst();
      if (!found) return 0;
      return inTurn(async (chain) => {
        const rows = await deleteNumbered(chain.trx, 'audit', 'at_ms', old);
        if (rows > 0) await linkPruning(chain, beforeMs);
        return rows;
      });
    },
  };
}

/** Newest first. Reads the whole table when few entries match. */
export async function readAudit(
  db: Db,
  { limit, lockId, beforeId, among, withoutHolders, target, actor, action, outcome, q, from, to }: AuditQuery,
): Promise<ChainedEntry[]> {
  let query = db
    .selectFrom('audit')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('audit_chain')
        .select('hash')
        .whereRef('entry', '=', 'audit.id')
        .orderBy('seq', 'desc')
        .limit(1)
        .as('hash'),
    )
    .orderBy('id', 'desc')
    .limit(limit);
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

function entryOf(row: StoredAudit & { hash: string | null }): ChainedEntry {
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
    details: detailsOf(row.details),
    hash: row.hash,
  };
}

/** A text that somebody broke by hand must not keep all other entries from being read. */
function detailsOf(text: string): Record<string, unknown> {
  try {
    const details: unknown = JSON.parse(text);
    if (typeof details === 'object' && details !== null) return details as Record<string, unknown>;
  } catch {}
  return { unreadable: text };
}
