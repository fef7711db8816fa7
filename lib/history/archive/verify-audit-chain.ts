import { sql } from 'kysely';
import {
  type AuditLink,
  type ChainEnd,
  linkFits,
  linkFollows,
  type StoredAudit,
} from '../database/audit-link';
import type { Db } from '../database/multi-row';
import type { ChainState } from './archive-types';
import { chainBegin } from './audit-chain';
import { unlinkedEntries } from './unlinked-audit';

/** Few enough that hashing a page holds the event loop for some milliseconds. */
const LINKS = 250;
/** How long a result counts while no link is added. */
const FRESH_MS = 30_000;
/** So many times as long as a verification took there is no other one. */
const REST = 10;

type Broken = NonNullable<ChainState['broken']>;

/** A link with its entry (null = not stored), whether it is the newest of that entry, and `fixed` of the one before of it. */
type Checked = { link: AuditLink; row: StoredAudit | null; isNewest: boolean; before: string | null };

/**
 * Compares every link with the one before it and every entry with its newest link, page by page, while others go on
 * writing. Names the first link or entry that does not fit, and where none does the entries that no link states, as a console
 * from before the chain writes them. docs/security.md lists what it cannot find. Rejects as every question to the database does.
 */
async function verifyAuditChain(db: Db, now: () => number): Promise<ChainState> {
  const broken = await verifyLinks(db);
  const { added, uncovered } = broken ? { added: null, uncovered: null } : await unlinkedEntries(db, turn);
  const count = async (table: 'audit' | 'audit_chain') =>
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  return {
    entries: await count('audit'),
    links: await count('audit_chain'),
    headHash: (await readHead(db))?.hash ?? null,
    verifiedAtMs: now(),
    prunedBeforeMs: await prunedBefore(db),
    broken: broken ?? (added === null ? null : { seq: null, entry: added, fault: 'added' }),
    uncovered: added === null ? uncovered : null,
  };
}

type KnownRetention = { covers(atMs: number): Promise<boolean> };

/** Whether retention may have removed an entry of this time. */
function knownRetention(db: Db): KnownRetention {
  let beforeMs = Number.NEGATIVE_INFINITY;
  return {
    async covers(atMs) {
      // Asked after the entry was found missing: its removal and the link of that are visible at once.
      if (atMs >= beforeMs) beforeMs = (await prunedBefore(db)) ?? beforeMs;
      return atMs < beforeMs;
    },
  };
}

async function verifyLinks(db: Db): Promise<Broken | null> {
  const retention = knownRetention(db);
  let begin = await chainBegin(db);
  let end: ChainEnd | null = null;
  for (;;) {
    // Read before the page, so that the link it names is in this page or an earlier one.
    const head = await readHead(db);
    const page = await pageAfter(db, end?.seq ?? 0);
    const [first] = page;
    const after: ChainEnd = end ?? { seq: begin.seq ?? (first?.link.seq ?? 1) - 1, hash: begin.hash };
    const isAtEnd = !first && head?.seq === after.seq && head.hash === after.hash;
    if (isAtEnd) return null;
    const checked = first ? await checkPage(db, retention, after, page) : await missingLink(db, after);
    if ('hash' in checked) {
      end = checked;
    } else {
      // Retention may have dropped links since the beginning was asked for: then it is begun anew.
      const later = await chainBegin(db);
      if (later.hash === begin.hash) return checked;
      begin = later;
      end = null;
    }
    await turn();
  }
}

/** The last link of a page, or the first that does not fit. */
async function checkPage(
  db: Db,
  retention: KnownRetention,
  begin: ChainEnd,
  page: readonly Checked[],
): Promise<ChainEnd | Broken> {
  let end = begin;
  for (const each of page) {
    const { seq, entry, hash } = each.link;
    if (seq !== end.seq + 1) return missingLink(db, end);
    if (!linkFollows(end, each.link)) return { seq, entry, fault: 'link' };
    const fault = await faultOf(retention, each);
    if (fault) return { seq, entry, fault };
    end = { seq, hash };
  }
  return end;
}

/** Its entry is known where that has no other link. */
async function missingLink(db: Db, { seq }: ChainEnd): Promise<Broken> {
  return { seq: seq + 1, entry: (await unlinkedEntries(db, turn)).added, fault: 'link' };
}

/** The fault of the entry of a link, as far as this link states it. */
async function faultOf(
  retention: KnownRetention,
  { link, row, isNewest, before }: Checked,
): Promise<'changed' | 'missing' | null> {
  if (link.kind !== 'entry') return null;
  if (before !== null && before !== link.fixed) return 'changed';
  if (!isNewest) return null;
  if (row) return linkFits(link, row) ? null : 'changed';
  return (await retention.covers(link.at_ms)) ? null : 'missing';
}

/** The end of the chain; undefined = it was removed by hand. */
export function readHead(db: Db): Promise<ChainEnd | undefined> {
  return db.selectFrom('audit_head').select(['seq', 'hash']).where('id', '=', 1).executeTakeFirst();
}

/** Entries from before this may be gone; null = none is. */
async function prunedBefore(db: Db): Promise<number | null> {
  const { beforeMs } = await db
    .selectFrom('audit_chain')
    .select(({ fn }) => fn.max('at_ms').as('beforeMs'))
    .where(sql<boolean>`kind = 'pruned'`)
    .executeTakeFirstOrThrow();
  return beforeMs;
}

type PageRow = AuditLink &
  Omit<StoredAudit, 'id' | 'at_ms'> & {
    id: number | null;
    stored_ms: number;
    newest: number;
    before: string | null;
  };

async function pageAfter(db: Db, seq: number): Promise<Checked[]> {
  const { rows } = await sql<PageRow>`
    select c.seq, c.kind, c.entry, c.at_ms, c.salt, c.fixed, c.digest, c.hash,
      a.id, a.at_ms as stored_ms, a.actor, a.action, a.target, a.lock_id, a.key, a.holder, a.reason, a.outcome, a.details,
      case when exists (select 1 from audit_chain n where n.entry = c.entry and n.seq > c.seq)
        then 0 else 1 end as newest,
      (select p.fixed from audit_chain p where p.entry = c.entry and p.seq < c.seq order by p.seq desc limit 1) as before
    from audit_chain c left join audit a on a.id = c.entry
    where c.seq > ${seq} order by c.seq limit ${LINKS}`.execute(db);
  return rows.map((each) => {
    const { seq, kind, entry, at_ms, salt, fixed, digest, hash, newest, before, id, stored_ms, ...of } = each;
    return {
      link: { seq, kind, entry, at_ms, salt, fixed, digest, hash },
      row: id === null ? null : { ...of, id, at_ms: stored_ms },
      isNewest: newest === 1,
      before,
    };
  });
}

/**
 * The state of the chain, verified once however many ask: at most 30 s ago and with the links of now, or less than ten times
 * as long ago as that took. Rejects as every question to the database does.
 */
export function createChainCheck(db: Db, now: () => number): () => Promise<ChainState> {
  let known: { state: ChainState; tookMs: number } | null = null;
  let running: Promise<ChainState> | null = null;

  async function verify(): Promise<ChainState> {
    const startMs = performance.now();
    const state = await verifyAuditChain(db, now);
    known = { state, tookMs: performance.now() - startMs };
    return state;
  }

  async function isFresh({ state, tookMs }: NonNullable<typeof known>): Promise<boolean> {
    const ageMs = Math.abs(now() - state.verifiedAtMs); // a clock may be set back
    if (ageMs < tookMs * REST) return true;
    return ageMs < FRESH_MS && (await readHead(db))?.hash === (state.headHash ?? undefined);
  }

  return async () => {
    if (known && (await isFresh(known))) return known.state;
    running ??= verify().finally(() => {
      running = null;
    });
    return running;
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
