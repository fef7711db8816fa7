import { type ColumnDataType, type Kysely, type Migration, type RawBuilder, sql } from 'kysely';
import { addTier } from './add-tier';
import { beginAuditChain } from './begin-audit-chain';
import type { Db } from './multi-row';
import { PROVEN_EXPIRIES, QUERY_INDEXES, SCALE_INDEXES } from './query-indexes';

export const MIGRATION_TABLE = 'lockscope_migration';

type Kind = 'sqlite' | 'postgres';

/** Every change of the tables, by name, in order. One that has left this house is never edited: add another. */
export function migrationsOf(kind: Kind): Record<string, Migration> {
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
  };
}

async function run(db: Kysely<unknown>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

async function indexes(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const each of statements) await run(db, each);
}

/** Who writes a file, and which server the history of a target is of. */
async function oneWriter(db: Kysely<unknown>, kind: Kind): Promise<void> {
  const owner: Columns = { fence: WHOLE, watcher: TEXT, pid: WHOLE, host: TEXT, since_ms: WHOLE };
  await makerFor(db, kind).keyed('owners', { id: WHOLE }, owner);
  await run(db, 'alter table epochs add column server text');
}

/** Acts that wait for a second person, and by which names one is known. */
async function approvals(db: Kysely<unknown>, kind: Kind): Promise<void> {
  const make = makerFor(db, kind);
  const needed: Columns = {
    ...{ at_ms: WHOLE, expires_ms: WHOLE, state: TEXT },
    ...{ target: TEXT, lock_id: TEXT, account: TEXT, request: TEXT },
  };
  await make.numbered('approval_requests', needed, { decided_ms: WHOLE, decision: TEXT, result: TEXT });
  await make.index('approval_requests', ['state', 'expires_ms']);
  await make.index('approval_requests', ['at_ms']);
  await make.keyed('account_names', { account: TEXT, name: TEXT }, {});
}

/** Who may sign in, who has, and who tried. */
async function accounts(db: Kysely<unknown>, kind: Kind): Promise<void> {
  const make = makerFor(db, kind);
  const times: Columns = { created_ms: WHOLE, changed_ms: WHOLE };
  await make.keyed('users', { account: TEXT }, { name: TEXT, password: TEXT, groups: TEXT, ...times });
  await make.keyed(
    'sessions',
    { hash: TEXT },
    {
      account: TEXT,
      name: TEXT,
      via: TEXT,
      groups: TEXT,
      created_ms: WHOLE,
      seen_ms: WHOLE,
      address: TEXT,
      agent: TEXT,
    },
  );
  await make.index('sessions', ['account']);
  await make.numbered(
    'tokens',
    { hash: TEXT, name: TEXT, account: TEXT, grants: TEXT, created_ms: WHOLE, expires_ms: WHOLE },
    { used_ms: WHOLE },
  );
  await make.index('tokens', ['hash'], 'unique');
  await make.numbered('sign_in_tries', { at_ms: WHOLE, account: TEXT, address: TEXT }, {});
  await make.index('sign_in_tries', ['at_ms']);
}

/** What sessions keep of a provider, and sign-ins that went there and are not back. */
async function oidc(db: Kysely<unknown>, kind: Kind): Promise<void> {
  await run(db, 'alter table sessions add column sealed text');
  await run(db, 'alter table sessions add column checked_ms bigint not null default 0');
  const make = makerFor(db, kind);
  const of: Columns = { browser: TEXT, nonce: TEXT, verifier: TEXT, path: TEXT, at_ms: WHOLE };
  await make.keyed('sign_in_flows', { state: TEXT }, of);
}

/** Links that show whether the audit was changed by hand. Entries that are there get theirs now. */
async function auditChain(db: Kysely<unknown>, kind: Kind): Promise<void> {
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

/** By which sessions a provider ends, and the logouts that were taken. */
async function providerLogouts(db: Kysely<unknown>, kind: Kind): Promise<void> {
  await run(db, 'alter table sessions add column subject text');
  await run(db, 'alter table sessions add column sid text');
  const make = makerFor(db, kind);
  await make.index('sessions', ['subject']);
  await make.index('sessions', ['sid']);
  await make.keyed('provider_logouts', { jti: TEXT }, { subject: TEXT, sid: TEXT, at_ms: WHOLE });
}

/** Passkeys, their challenges, and which one the user of a session answered with last. */
async function passkeys(db: Kysely<unknown>, kind: Kind): Promise<void> {
  await run(db, 'alter table sessions add column passkey text');
  await run(db, 'alter table sessions add column stepped_ms bigint');
  const make = makerFor(db, kind);
  const key: Columns = { name: TEXT, public_key: TEXT, counter: WHOLE, transports: TEXT, rp: TEXT };
  const whose: Columns = { account: TEXT, nth: WHOLE, handle: TEXT, signs_in: WHOLE, created_ms: WHOLE };
  await make.keyed('passkeys', { id: TEXT }, { ...whose, ...key }, { used_ms: WHOLE });
  await make.index('passkeys', ['account', 'nth'], 'unique');
  const of: Columns = { purpose: TEXT, bound: TEXT, rp: TEXT, at_ms: WHOLE };
  await make.keyed('passkey_challenges', { challenge: TEXT }, of, { handle: TEXT });
}

type Columns = Record<string, ColumnDataType | RawBuilder<unknown>>;

const TEXT = 'text';
/** 64 bits in both databases. */
const WHOLE = 'bigint';

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

async function history(db: Kysely<unknown>, kind: Kind): Promise<void> {
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

function makerFor(db: Kysely<unknown>, kind: Kind) {
  return {
    /** Rows have a number that is never given twice. */
    async numbered(table: string, needed: Columns, optional: Columns): Promise<void> {
      let builder = db.schema.createTable(table);
      builder =
        kind === 'sqlite'
          ? builder.addColumn('id', 'integer', (id) => id.primaryKey().autoIncrement())
          : builder.addColumn('id', 'bigint', (id) => id.primaryKey().generatedByDefaultAsIdentity());
      for (const [name, type] of Object.entries(needed))
        builder = builder.addColumn(name, type as ColumnDataType, (column) => column.notNull());
      for (const [name, type] of Object.entries(optional))
        builder = builder.addColumn(name, type as ColumnDataType);
      await builder.execute();
    },

    /** Rows are found by what they are about. */
    async keyed(table: string, key: Columns, needed: Columns, optional: Columns = {}): Promise<void> {
      let builder = db.schema.createTable(table);
      for (const [name, type] of Object.entries({ ...key, ...needed }))
        builder = builder.addColumn(name, type as ColumnDataType, (column) => column.notNull());
      for (const [name, type] of Object.entries(optional))
        builder = builder.addColumn(name, type as ColumnDataType);
      builder = builder.addPrimaryKeyConstraint(`${table}_key`, Object.keys(key) as never[]);
      // The rows are in the index itself: half the size.
      await (kind === 'sqlite' ? builder.modifyEnd(sql`without rowid`) : builder).execute();
    },

    async index(table: string, columns: string[], unique?: 'unique'): Promise<void> {
      const builder = db.schema
        .createIndex(`${table}_by_${columns.join('_')}`)
        .on(table)
        .columns(columns);
      await (unique ? builder.unique() : builder).execute();
    },

    /** Of what goes on: few rows of many. */
    async openIndex(table: string): Promise<void> {
      await sql`create index ${sql.ref(`${table}_open`)} on ${sql.table(table)} (target) where to_ms is null`.execute(
        db,
      );
    },
  };
}
