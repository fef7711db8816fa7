import type { Kysely, Migration } from 'kysely';
import { addTier } from './add-tier';
import { beginAuditChain } from './begin-audit-chain';
import { accounts, approvals, oidc, passkeys, providerLogouts, tokenMakers } from './migrations-access';
import type { Db, Dialect } from './multi-row';
import { COVERED_EXPIRIES, PROVEN_EXPIRIES, QUERY_INDEXES, SCALE_INDEXES } from './query-indexes';
import { type Columns, makerFor, run, TEXT, WHOLE } from './table-maker';

export const MIGRATION_TABLE = 'lockscope_migration';

/** Every change of the tables, by name, in order. One that has left this house is never edited: add another. */
export function migrationsOf(kind: Dialect): Record<string, Migration> {
  return {
    '0001-history': { up: (db) => history(db, kind) },
    '0002-query-indexes': { up: (db) => indexes(db, QUERY_INDEXES) },
    '0003-scale-indexes': { up: (db) => indexes(db, SCALE_INDEXES) },
    '0004-six-hours': { up: (db) => addTier(db, 3_600_000, 21_600_000) },
    '0005-longest-wait': {
      up: (db) => run(db, 'alter table rollups add column waited_max bigint not null default 0'),
    },
    '0006-one-writer': { up: (db) => oneWriter(db, kind) },
    '0007-proven-expiries': { up: (db) => indexes(db, PROVEN_EXPIRIES) },
    '0008-accounts': { up: (db) => accounts(db, kind) },
    '0009-oidc': { up: (db) => oidc(db, kind) },
    '0010-audit-chain': { up: (db) => auditChain(db, kind) },
    '0011-passkeys': { up: (db) => passkeys(db, kind) },
    '0012-approvals': { up: (db) => approvals(db, kind) },
    '0013-audit-uid': { up: auditUid },
    '0014-provider-logouts': { up: (db) => providerLogouts(db, kind) },
    '0015-covered-expiries': { up: (db) => indexes(db, COVERED_EXPIRIES) },
    '0016-lock-order': { up: (db) => lockOrder(db, kind) },
    '0017-token-makers': { up: tokenMakers },
  };
}

async function indexes(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const each of statements) await run(db, each);
}

/** Who writes a file, and which server the history of a target is of. */
async function oneWriter(db: Kysely<unknown>, kind: Dialect): Promise<void> {
  const owner: Columns = { fence: WHOLE, watcher: TEXT, pid: WHOLE, host: TEXT, since_ms: WHOLE };
  await makerFor(db, kind).keyed('owners', { id: WHOLE }, owner);
  await run(db, 'alter table epochs add column server text');
}

/** Links that show whether the audit was changed by hand. Entries that are there get theirs now. */
async function auditChain(db: Kysely<unknown>, kind: Dialect): Promise<void> {
  const make = makerFor(db, kind);
  const link: Columns = { kind: TEXT, at_ms: WHOLE, salt: TEXT, fixed: TEXT, digest: TEXT, hash: TEXT };
  await make.keyed('audit_chain', { seq: WHOLE }, link, { entry: WHOLE });
  await make.index('audit_chain', ['entry', 'seq']);
  await run(db, "create index audit_chain_pruned on audit_chain (seq) where kind = 'pruned'");
  await make.keyed('audit_head', { id: WHOLE }, { seq: WHOLE, hash: TEXT });
  // Another console that is running must not write an entry between its reading and its link.
  if (kind === 'postgres') await run(db, 'lock table audit in share row exclusive mode');
  await beginAuditChain(db as Db, kind, Date.now());
}

/** By which an entry that was written elsewhere first is added once, whoever adds it. */
async function auditUid(db: Kysely<unknown>): Promise<void> {
  await run(db, 'alter table audit add column uid text');
  await run(db, 'create unique index audit_by_uid on audit (uid)');
}

async function lockOrder(db: Kysely<unknown>, kind: Dialect): Promise<void> {
  const make = makerFor(db, kind);
  const sums: Columns = { target: TEXT, seen: WHOLE, together: WHOLE, first_ms: WHOLE, last_ms: WHOLE };
  await make.keyed('lock_order', { before: WHOLE, after: WHOLE }, sums, { holder: TEXT, token: TEXT });
  await make.index('lock_order', ['after']);
}

const SUMS = [
  'acquisitions',
  'releases',
  'lapses',
  'lost',
  'forced',
  'taken_over',
  'renewals',
  'extensions',
  'held_ms',
  'held_max',
  'waiter_ms',
  'waiters_max',
  'covered_ms',
];
const HORIZON = ['within_10s', 'within_1m', 'within_10m', 'within_1h', 'later', 'never'];

async function history(db: Kysely<unknown>, kind: Dialect): Promise<void> {
  const make = makerFor(db, kind);
  await make.numbered(
    'subjects',
    { kind: TEXT, target: TEXT, name: TEXT, last_ms: WHOLE },
    {
      key_text: TEXT,
      key_exact: WHOLE,
      key_bytes: WHOLE,
      family: TEXT,
      lock_kind: TEXT,
      format_id: TEXT,
      library: TEXT,
    },
  );
  await make.index('subjects', ['kind', 'target', 'name'], 'unique');
  await make.index('subjects', ['last_ms']);

  await make.numbered(
    'spans',
    {
      lock: WHOLE,
      target: TEXT,
      token: TEXT,
      mode: TEXT,
      from_ms: WHOLE,
      from_known: TEXT,
      no_ttl: WHOLE,
      renewals: WHOLE,
      extensions: WHOLE,
      waiter_ms: WHOLE,
    },
    {
      holder: TEXT,
      holder_ref: TEXT,
      to_ms: WHOLE,
      ended: TEXT,
      ended_by: TEXT,
      lease_ms: WHOLE,
      hold_count: WHOLE,
      waiters_max: WHOLE,
      fencing: TEXT,
      verdict: TEXT,
      overrun_ms: WHOLE,
    },
  );
  await make.index('spans', ['lock', 'from_ms']);
  await make.index('spans', ['from_ms']);
  await make.index('spans', ['to_ms']);
  await make.index('spans', ['holder_ref', 'from_ms']);

  await make.numbered(
    'wait_spans',
    { lock: WHOLE, target: TEXT, known_by: TEXT, from_ms: WHOLE },
    { waiter: TEXT, waiter_ref: TEXT, to_ms: WHOLE, got_it: WHOLE },
  );
  await make.index('wait_spans', ['lock', 'from_ms']);
  await make.index('wait_spans', ['from_ms']);
  await make.openIndex('spans');
  await make.openIndex('wait_spans');

  await make.keyed('waiting', { lock: WHOLE, at_ms: WHOLE }, {}, { waiters: WHOLE });
  await make.index('waiting', ['at_ms']);
  const bucket: Columns = { tier_ms: WHOLE, subject: WHOLE, start_ms: WHOLE };
  await make.keyed('rollups', bucket, all(SUMS));
  await make.index('rollups', ['tier_ms', 'start_ms']);
  await make.keyed('histograms', { ...bucket, measure: TEXT, bucket: WHOLE }, { count: WHOLE });
  await make.keyed('horizons', bucket, all(HORIZON));

  await make.numbered(
    'events',
    { at_ms: WHOLE, target: TEXT, kind: TEXT, known_by: TEXT, details: TEXT },
    { lock: WHOLE, node: TEXT, holder: TEXT },
  );
  await make.index('events', ['at_ms']);
  await make.index('events', ['lock', 'at_ms']);
  await make.index('events', ['target', 'at_ms']);

  await make.keyed('coverage', { target: TEXT, from_ms: WHOLE }, { to_ms: WHOLE, watcher: TEXT });
  await make.keyed('epochs', { target: TEXT }, { fence: WHOLE, watcher: TEXT, last_batch: TEXT });

  await make.numbered(
    'marks',
    { at_ms: WHOLE, kind: TEXT, title: TEXT, text: TEXT, actor: TEXT },
    { until_ms: WHOLE, url: TEXT, target: TEXT },
  );
  await make.index('marks', ['at_ms']);
  await make.numbered(
    'audit',
    {
      at_ms: WHOLE,
      actor: TEXT,
      action: TEXT,
      target: TEXT,
      lock_id: TEXT,
      key: TEXT,
      reason: TEXT,
      outcome: TEXT,
      details: TEXT,
    },
    { holder: TEXT },
  );
  await make.index('audit', ['lock_id', 'id']);
  await make.index('audit', ['at_ms']);
}

function all(names: readonly string[]): Columns {
  return Object.fromEntries(names.map((name) => [name, WHOLE]));
}
