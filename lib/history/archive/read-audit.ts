import { type RawBuilder, sql } from 'kysely';
import type { AuditEntry, ChainedEntry } from '../../contract/audit';
import type { AuditQuery } from '../../domain/actions/audit';
import type { StoredAudit } from '../database/audit-link';
import type { Db, Dialect } from '../database/multi-row';

/** Rows of one statement where each of them is looked at. */
const PAGE = 2_000;

/** Newest first. Reads the whole table when few entries match; with `only` page by page, of which the first has `limit` rows. */
export async function readAudit(
  db: Db,
  kind: Dialect,
  { only, ...query }: AuditQuery,
): Promise<ChainedEntry[]> {
  if (!only) return readPage(db, kind, query);
  const found: ChainedEntry[] = [];
  let { beforeId } = query;
  for (let limit = Math.min(PAGE, query.limit); ; limit = PAGE) {
    const page = await readPage(db, kind, { ...query, beforeId, limit });
    found.push(...page.filter(only));
    if (page.length < limit || found.length >= query.limit) return found.slice(0, query.limit);
    beforeId = page.at(-1)?.id;
  }
}

async function readPage(
  db: Db,
  kind: Dialect,
  {
    limit,
    lockId,
    beforeId,
    among,
    orBy,
    withoutHolders,
    target,
    actor,
    action,
    outcome,
    q,
    from,
    to,
  }: Omit<AuditQuery, 'only' | 'own'>,
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
    query = query
      .where('target', '!=', '')
      .where(({ or, eb }) =>
        or([
          eb('target', 'in', among.length > 0 ? [...among] : ['']),
          ...(orBy === undefined ? [] : [sql<boolean>`lower(actor) = lower(${orBy})`]),
        ]),
      );
  if (target !== undefined) query = query.where('target', '=', target);
  if (action !== undefined) query = query.where('action', '=', action);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (from !== undefined) query = query.where('at_ms', '>=', Math.ceil(from));
  if (to !== undefined) query = query.where('at_ms', '<', Math.ceil(to));
  if (actor !== undefined) query = query.where(contains(sql.ref('actor'), actor));
  if (q !== undefined)
    query = query.where(({ or }) =>
      or([
        ...(['key', 'lock_id', 'holder', 'reason'] as const)
          .filter((column) => column !== 'holder' || !withoutHolders)
          .map((column) => contains(sql.ref(column), q)),
        contains(ticketIn(kind), q),
      ]),
    );
  return (await query.execute()).map(auditEntryOf);
}

/** SQLite lowers ASCII letters only: another letter is found in its own case there. */
function contains(text: RawBuilder<unknown>, part: string) {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(${text}) like lower(${pattern}) escape '\\'`;
}

/**
 * The ticket in the JSON of the details, which ends at the next quote: it has none (`TICKET`). Taken as text, since details
 * that somebody broke by hand are no JSON, and a database fails on those.
 */
function ticketIn(kind: Dialect): RawBuilder<string> {
  const name = '"ticket":"';
  if (kind === 'postgres') return sql`split_part(split_part(details, ${name}, 2), '"', 1)`;
  const rest = sql`substr(details, nullif(instr(details, ${name}), 0) + ${name.length})`;
  return sql`substr(${rest}, 1, instr(${rest}, '"') - 1)`;
}

/** An entry as it is kept; `hash` = of its newest link, null = not asked for. */
export function auditEntryOf(row: StoredAudit & { hash: string | null }): ChainedEntry {
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
