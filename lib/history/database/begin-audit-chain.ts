import { CHAIN_BEGIN, type ChainEnd, linkAfter, linkOf, type NewAuditLink, newSalt } from './audit-link';
import { type Db, type Dialect, insertRows } from './multi-row';

/** Few enough that the event loop is not held up. */
const ROWS = 500;

/** Links the entries that are there, oldest first, and closes them with the link `begun`: nobody knows what they were before. */
export async function beginAuditChain(db: Db, kind: Dialect, nowMs: number): Promise<void> {
  let end = CHAIN_BEGIN;
  for (let afterId = 0; ; ) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(ROWS)
      .execute();
    const last = rows.at(-1);
    if (!last) break;
    end = await appendLinks(
      db,
      kind,
      end,
      rows.map((row) => linkOf(row, newSalt())),
    );
    afterId = last.id;
  }
  const begun = { kind: 'begun', entry: null, at_ms: nowMs, salt: '', fixed: '', digest: '' } as const;
  const { seq, hash } = await appendLinks(db, kind, end, [begun]);
  await db.insertInto('audit_head').values({ id: 1, seq, hash }).execute();
}

/** Stores links in their places after `begin`, by one statement for many; resolves to the new end. The head is the caller's. */
export async function appendLinks(
  db: Db,
  kind: Dialect,
  begin: ChainEnd,
  links: readonly NewAuditLink[],
): Promise<ChainEnd> {
  let end = begin;
  const placed = links.map((link) => {
    const made = linkAfter(end, link);
    end = made;
    return made;
  });
  const columns = ['seq', 'kind', 'entry', 'at_ms', 'salt', 'fixed', 'digest', 'hash'] as const;
  await insertRows(db, kind, { into: 'audit_chain', columns, tail: 'returning seq' }, placed);
  return end;
}
