import { sql } from 'kysely';
import type { AuditEntry } from '../../contract/audit';
import { ConsoleError } from '../../domain/values/errors';
import { linkFits, linkOf, type NewAuditLink, newSalt, type StoredAudit } from '../database/audit-link';
import { createInProcessMutex } from '../database/in-process-mutex';
import { type Db, type Dialect, insertRows, isAmong, updateRows } from '../database/multi-row';
import { deleteNumbered } from './archive-delete';
import type { Archive, AuditChange, NewAudit } from './archive-types';
import { linkPruning, newestLinks, type OpenChain, onChain } from './audit-chain';
import { type Committed, groupCommit } from './group-commit';
import { auditEntryOf } from './read-audit';

export type AuditWriter = Pick<Archive, 'appendAudit' | 'takeAudit'> & {
  /** Throws `not-found` when there is no entry of this id. */
  update(id: number, change: AuditChange): Promise<void>;
  /** Removes some entries from before a moment, the oldest first; resolves to how many. */
  prune(beforeMs: number): Promise<number>;
};

/** A new entry, unless one has its `uid`, or the outcome of one. */
type Change = { entry: NewAudit; uid?: string | undefined } | { id: number; outcome: AuditChange };

/**
 * Writes entries, each change in one transaction with its link of the chain. Changes that come while another transaction is
 * under way share the next one: one link each, in the order in which they came.
 */
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

  async function written(chain: OpenChain, change: Change): Promise<AuditEntry | null> {
    const [result] = await writeChanges(chain, kind, [change]);
    if (!result || 'error' in result) throw result?.error;
    return result.done;
  }

  const changed = groupCommit<Change, AuditEntry | null>({
    write: (changes) => inTurn((chain) => writeChanges(chain, kind, changes)),
    rowOf: (change) => ('id' in change ? change.id : (change.uid ?? null)),
  });

  return {
    async appendAudit(entry, uid) {
      const stored = await changed({ entry, uid });
      if (!stored) throw new Error('a new entry was stored as none');
      return stored;
    },

    takeAudit: ({ uid, entry, change }) =>
      inTurn(async (chain) => {
        const row = await chain.trx.selectFrom('audit').selectAll().where('uid', '=', uid).executeTakeFirst();
        if (!row) {
          if (!entry) return null;
          const added = await written(chain, { entry: { ...entry, ...change }, uid });
          return added && { entry: added, isNew: true };
        }
        const { hash: _, ...before } = auditEntryOf({ ...row, hash: null });
        const isFurther = change !== null && isKnownBetter(change, before);
        // The mark of an entry that the database took after its time limit, and that was spooled then.
        const marks = entry && { spooled: entry.details.spooled };
        const { outcome, details } = isFurther ? change : before;
        const now = { outcome, details: { ...details, ...(marks?.spooled !== undefined && marks) } };
        if (JSON.stringify(now.details) !== row.details || outcome !== row.outcome)
          await written(chain, { id: row.id, outcome: now });
        return { entry: { ...before, ...now }, isNew: false };
      }),

    async update(id, outcome) {
      await changed({ id, outcome });
    },

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

/** Entries as they are stored now, `null` for outcomes; an outcome of an entry that is not there fails alone. */
async function writeChanges(
  { trx, add }: OpenChain,
  kind: Dialect,
  changes: readonly Change[],
): Promise<Committed<AuditEntry | null>[]> {
  const entries = changes.flatMap((change) => ('entry' in change ? [change] : []));
  const known = await idsOf(
    trx,
    entries.flatMap(({ uid }) => uid ?? []),
  );
  const isNew = ({ uid }: { uid?: string | undefined }) => uid === undefined || !known.has(uid);
  const appended = await insertEntries(trx, kind, entries.filter(isNew));
  const outcomes = changes.flatMap((change) => ('id' in change ? [change] : []));
  const updated = await updateEntries(trx, kind, outcomes);
  const links: NewAuditLink[] = [];
  const results = changes.map((change): Committed<AuditEntry | null> => {
    if ('entry' in change) {
      const id = change.uid === undefined ? undefined : known.get(change.uid);
      if (id !== undefined) return { done: { ...change.entry, id } };
      const row = appended.shift();
      if (!row) throw new Error('a new entry has no row');
      links.push(linkOf(row, newSalt()));
      return { done: { ...change.entry, id: row.id } };
    }
    const { id } = change;
    const row = updated.get(id);
    if (!row) return { error: new ConsoleError('not-found', `there is no audit entry ${id}`, { id }) };
    if (row.link) links.push(row.link);
    return { done: null };
  });
  await add(links);
  return results;
}

/** The ids of entries that are there, by what was given to them before. */
async function idsOf(trx: Db, uids: readonly string[]): Promise<Map<string, number>> {
  if (uids.length === 0) return new Map();
  const rows = await trx.selectFrom('audit').select(['id', 'uid']).where('uid', 'in', uids).execute();
  return new Map(rows.flatMap(({ id, uid }) => (uid === null ? [] : [[uid, id]])));
}

const COLUMNS = [
  ...(['at_ms', 'actor', 'action', 'target', 'lock_id', 'key', 'holder'] as const),
  ...(['reason', 'outcome', 'details', 'uid'] as const),
];

/** The rows of new entries, in their order. */
async function insertEntries(
  trx: Db,
  kind: Dialect,
  entries: readonly { entry: NewAudit; uid?: string | undefined }[],
): Promise<StoredAudit[]> {
  if (entries.length === 0) return [];
  const rows = entries.map(({ entry, uid = null }) => ({
    uid,
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
  }));
  const into = { into: 'audit', columns: COLUMNS, tail: 'returning *' } as const;
  const stored = await insertRows<'audit', StoredAudit>(trx, kind, into, rows);
  // A database may return rows in another order than they were given; it numbers them in that.
  stored.sort((a, b) => a.id - b.id);
  const isInOrder =
    rows.length === 1 ||
    rows.every(({ lock_id, at_ms, details }, at) => {
      const row = stored[at];
      return row?.lock_id === lock_id && row.at_ms === at_ms && row.details === details;
    });
  if (!isInOrder) throw new Error('new entries were numbered in another order');
  return stored;
}

/**
 * Stores outcomes. Resolves to the links that state them, by entry: null of an entry that was changed by hand, which is not
 * linked anew. An entry that is not there is not in it.
 */
async function updateEntries(
  trx: Db,
  kind: Dialect,
  changes: readonly { id: number; outcome: AuditChange }[],
): Promise<Map<number, { link: NewAuditLink | null }>> {
  const stored = new Map<number, { link: NewAuditLink | null }>();
  if (changes.length === 0) return stored;
  const ids = changes.map(({ id }) => id);
  const rows = await trx
    .selectFrom('audit')
    .selectAll()
    .where(isAmong(kind, 'id', ids))
    .execute();
  const before = new Map(rows.map((row) => [row.id, row]));
  const links = await newestLinks(trx, kind, ids);
  const after = changes.flatMap(({ id, outcome: { outcome, details } }) => {
    const row = before.get(id);
    if (!row) return [];
    const next = { ...row, outcome, details: JSON.stringify(details) };
    const link = links.get(id);
    stored.set(id, { link: link && linkFits(link, row) ? linkOf(next, link.salt) : null });
    return [next];
  });
  await updateRows(trx, kind, 'audit', ['outcome', 'details'], after);
  return stored;
}

/** An outcome that is known is never replaced by one from before it, and replaces what a later look made of it. */
function isKnownBetter(now: AuditChange, before: AuditChange): boolean {
  return knownOf(before) < FINAL && knownOf(now) >= knownOf(before);
}

const FINAL = 3;

function knownOf({ outcome, details }: AuditChange): number {
  if (outcome === 'attempted' || outcome === 'waiting') return 0;
  if (details.settled !== undefined) return 2;
  return outcome === 'unknown' ? 1 : FINAL;
}
