import { sql } from 'kysely';
import {
  type AuditLink,
  CHAIN_BEGIN,
  type ChainEnd,
  linkFollows,
  type NewAuditLink,
} from '../database/audit-link';
import { appendLinks } from '../database/begin-audit-chain';
import { type Db, type Dialect, isAmong } from '../database/multi-row';

/** Most links that one step of pruning removes: others wait for it. */
const LINKS_A_STEP = 1_000;

/** The chain in a transaction that alone may add to it. */
export type OpenChain = {
  trx: Db;
  /** Adds links at the end, in their order. */
  add(links: readonly NewAuditLink[]): Promise<void>;
};

/**
 * Runs `work` in a transaction that excludes every other one that adds links: on PostgreSQL by a lock on the row of the
 * head, SQLite has one writer. Entries and their links are stored together or not at all.
 */
export function onChain<T>(db: Db, kind: Dialect, work: (chain: OpenChain) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    let end = await lockEnd(trx, kind);
    return work({
      trx,
      async add(links) {
        if (links.length === 0) return;
        const { seq, hash } = await appendLinks(trx, kind, end, links);
        end = { seq, hash };
        await trx.updateTable('audit_head').set(end).where('id', '=', 1).returning('id').execute();
      },
    });
  });
}

/** A head that is gone or behind was changed by hand. The audit goes on all the same; the chain shows that it was. */
async function lockEnd(trx: Db, kind: Dialect): Promise<ChainEnd> {
  const row = trx.selectFrom('audit_head').select(['seq', 'hash']).where('id', '=', 1);
  const locked = () => (kind === 'postgres' ? row.forUpdate() : row).executeTakeFirst();
  let head = await locked();
  if (!head) {
    await trx
      .insertInto('audit_head')
      .values({ id: 1, ...((await lastLink(trx)) ?? CHAIN_BEGIN) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    head = await locked();
  }
  const last = await lastLink(trx);
  return { seq: Math.max(head?.seq ?? 0, last?.seq ?? 0), hash: head?.hash ?? CHAIN_BEGIN.hash };
}

function lastLink(db: Db): Promise<ChainEnd | undefined> {
  return db
    .selectFrom('audit_chain')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest link of each of these entries, by the entry. */
export async function newestLinks(
  trx: Db,
  kind: Dialect,
  entries: readonly number[],
): Promise<Map<number, AuditLink>> {
  const links = await trx
    .selectFrom('audit_chain')
    .selectAll()
    .where(isAmong(kind, 'entry', entries))
    .orderBy('seq')
    .execute();
  return new Map(links.flatMap((link) => (link.entry === null ? [] : [[link.entry, link]])));
}

/** Where the chain begins: after the links that retention removed, by their hash; `seq` null = any. */
export async function chainBegin(db: Db): Promise<{ seq: number | null; hash: string }> {
  const pruned = await db
    .selectFrom('audit_chain')
    .select('digest')
    .where(sql<boolean>`kind = 'pruned'`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!pruned || pruned.digest === CHAIN_BEGIN.hash) return CHAIN_BEGIN;
  return { seq: null, hash: pruned.digest };
}

/**
 * Records that retention removed entries from before `beforeMs`, and drops the links at the beginning of the chain that are
 * of such entries. Links that do not follow each other stay: pruning covers nothing up.
 */
export async function linkPruning({ trx, add }: OpenChain, beforeMs: number): Promise<void> {
  const begin = await chainBegin(trx);
  const links = await trx
    .selectFrom('audit_chain')
    .leftJoin('audit', 'audit.id', 'audit_chain.entry')
    .selectAll('audit_chain')
    .select('audit.id as stored')
    .orderBy('seq')
    .limit(LINKS_A_STEP)
    .execute();
  let end: ChainEnd = { seq: begin.seq ?? (links[0]?.seq ?? 1) - 1, hash: begin.hash };
  let dropped = 0;
  for (const { stored, ...link } of links) {
    const isOver = link.kind !== 'entry' || (stored === null && link.at_ms < beforeMs);
    if (!isOver || !linkFollows(end, link)) break;
    end = { seq: link.seq, hash: link.hash };
    dropped = link.seq;
  }
  await trx.deleteFrom('audit_chain').where('seq', '<=', dropped).execute();
  await add([{ kind: 'pruned', entry: null, at_ms: beforeMs, salt: '', fixed: '', digest: end.hash }]);
}
