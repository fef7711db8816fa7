import type { ColumnType, Generated } from 'kysely';
import type {
  SessionsTable,
  SignInFlowsTable,
  SignInTriesTable,
  TokensTable,
  UsersTable,
} from './access-tables';
import type { AccountNamesTable, ApprovalRequestsTable } from './approval-tables';
import type { PasskeyChallengesTable, PasskeysTable } from './passkey-tables';
import type { ProviderLogoutsTable } from './provider-logouts-table';

/**
 * Tables of the history, the same in SQLite and PostgreSQL. Times are epoch ms on the console's clock, as 64-bit integers;
 * JSON is text. What cannot be known is null, never 0.
 */
export type HistorySchema = {
  subjects: SubjectsTable;
  spans: SpansTable;
  wait_spans: WaitSpansTable;
  waiting: WaitingTable;
  rollups: RollupsTable;
  histograms: HistogramsTable;
  horizons: HorizonsTable;
  events: EventsTable;
  coverage: CoverageTable;
  lock_order: LockOrderTable;
  marks: MarksTable;
  audit: AuditTable;
  audit_chain: AuditChainTable;
  audit_head: AuditHeadTable;
  epochs: EpochsTable;
  owners: OwnersTable;
  users: UsersTable;
  sessions: SessionsTable;
  tokens: TokensTable;
  sign_in_tries: SignInTriesTable;
  sign_in_flows: SignInFlowsTable;
  provider_logouts: ProviderLogoutsTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  approval_requests: ApprovalRequestsTable;
  account_names: AccountNamesTable;
};

/** What figures are about: a lock (`name` = its id), a family of locks, a target (`name` = ''). Unique: kind, target, name. */
type SubjectsTable = {
  id: Generated<number>;
  kind: 'lock' | 'family' | 'target';
  target: string;
  name: string;
  /** For a screen, of a lock: its key (`key_exact` 0 = cut), its family, its kind and format as last seen. */
  key_text: string | null;
  key_exact: number | null;
  key_bytes: number | null;
  family: string | null;
  lock_kind: string | null;
  format_id: string | null;
  library: string | null;
  last_ms: number;
};

/** Who had a lock from when to when: one row a hold. Index: (lock, from_ms), (from_ms), (to_ms), (holder_ref, from_ms). */
export type SpansTable = {
  id: Generated<number>;
  lock: number;
  target: string;
  /** Short form for a screen, and the widest name the holder has (`holder-ref.ts`); null = nothing tells it from others. */
  holder: string | null;
  holder_ref: string | null;
  /** The token as on a screen, cut at 128. */
  token: string;
  mode: 'exclusive' | 'read' | 'write';
  from_ms: number;
  /** `seen` = it was seen to begin; `at-least` = it was there when first seen; `at-most` = as in `Since`. */
  from_known: 'seen' | 'at-least' | 'at-most';
  /** null = it goes on. */
  to_ms: number | null;
  /** `unseen` = it was gone when next looked at, after a time nobody watched: `to_ms` is when it was last known to be there. */
  ended: 'released' | 'expired' | 'lost' | 'force-released' | 'taken-over' | 'unseen' | null;
  /** How the end is known. */
  ended_by: string | null;
  /** Longest lease seen; null = it had no end, or none was seen. */
  lease_ms: number | null;
  no_ttl: number;
  renewals: number;
  extensions: number;
  hold_count: number | null;
  /** The most that waited during it; null = could not be counted. */
  waiters_max: number | null;
  waiter_ms: number;
  fencing: string | null;
  /** What was known of the holder at the end: alive, gone, unknown, … Of one that expired `alive` is said of the time after. */
  verdict: string | null;
  /** By how much the holder outlived its lease, as far as it was seen afterwards; null = not seen. */
  overrun_ms: number | null;
};

/** Waiters that have a name. Index: (lock, from_ms), (from_ms). */
export type WaitSpansTable = {
  id: Generated<number>;
  lock: number;
  target: string;
  waiter: string | null;
  waiter_ref: string | null;
  known_by: 'queue' | 'heartbeat';
  from_ms: number;
  to_ms: number | null;
  /** Whether it had the lock next. */
  got_it: number | null;
};

/** How many wait for a lock, a row a change; it holds until the next. Key: lock, at_ms. */
type WaitingTable = { lock: number; at_ms: number; waiters: number | null };

/** Sums over one bucket of one tier. Key: tier_ms, subject, start_ms. All but the `max` columns add up over buckets. */
export type RollupsTable = {
  tier_ms: number;
  subject: number;
  start_ms: number;
  acquisitions: number;
  releases: number;
  lapses: number;
  lost: number;
  forced: number;
  taken_over: number;
  renewals: number;
  extensions: number;
  /** Time that it was held, summed over locks (a lock that several hold counts once). */
  held_ms: number;
  held_max: number;
  /** Waiters × time. */
  waiter_ms: number;
  waiters_max: number;
  /** Longest that somebody had waited by then, who still waits or not, ms; 0 = nobody did. */
  waited_max: number;
  /** Time that the target was watched, of which the figures tell. */
  covered_ms: number;
};

/** How many times fell into bucket `bucket` (`histogram.ts`). Key: tier_ms, subject, start_ms, measure, bucket. */
export type HistogramsTable = {
  tier_ms: number;
  subject: number;
  start_ms: number;
  /**
   * `hold` = acquired to ended; `overstay` = those of them that overstayed, again; `wait` = waited until it had the lock or
   * gave up; `gap` = freed to taken while some waited.
   */
  measure: 'hold' | 'overstay' | 'wait' | 'gap';
  bucket: number;
  count: number;
};

/** Held locks of a target by the time their lease had left, as last seen in the bucket. Key: tier_ms, subject, start_ms. */
export type HorizonsTable = {
  tier_ms: number;
  subject: number;
  start_ms: number;
  within_10s: number;
  within_1m: number;
  within_10m: number;
  within_1h: number;
  later: number;
  never: number;
};

/** What is worth a row. Index: (at_ms), (lock, at_ms), (target, at_ms). */
export type EventsTable = {
  id: Generated<number>;
  at_ms: number;
  target: string;
  lock: number | null;
  node: string | null;
  /** A `LockEventKind`, or a `HistoryEventKind`. */
  kind: string;
  known_by: string;
  holder: string | null;
  /** JSON of `values`. */
  details: string;
};

/**
 * Pairs of locks, and of families, that one token had at once, in the order in which it took them. Numbers of subjects of the
 * same kind. Key: before, after. Index: (after).
 */
type LockOrderTable = {
  before: number;
  after: number;
  target: string;
  /** How often `after` was taken under `before`, and how often both were taken together. */
  seen: number;
  together: number;
  first_ms: number;
  last_ms: number;
  /** Who did so last, as in `spans`; null = nobody did. */
  holder: string | null;
  /** Digest of the token while only one did so; '' = several did, null = none. */
  token: string | null;
};

/** When a target was watched, without a gap. Key: target, from_ms. */
type CoverageTable = { target: string; from_ms: number; to_ms: number; watcher: string };

/** Deployments and what else people or machines want to see on the charts. Index: (at_ms). */
export type MarksTable = {
  id: Generated<number>;
  at_ms: number;
  until_ms: number | null;
  kind: string;
  title: string;
  text: string;
  url: string | null;
  target: string | null;
  actor: string;
};

/** Index: (lock_id, id). */
export type AuditTable = {
  id: Generated<number>;
  at_ms: number;
  actor: string;
  action: string;
  target: string;
  lock_id: string;
  key: string;
  holder: string | null;
  reason: string;
  outcome: string;
  details: string;
  /** Given to an entry before the database has it; null = it is from before there were any. Unique. */
  uid: ColumnType<string | null, string | undefined, never>;
};

/** Links of the audit's hash chain (`audit-link.ts`), one a change of an entry. Key: seq. Index: (entry, seq), (seq) of `pruned`. */
export type AuditChainTable = {
  /** From 1 without a gap; retention removes them from the beginning. */
  seq: number;
  /** `begun`: entries linked before it are older than the chain. `pruned`: retention removed old entries. */
  kind: 'entry' | 'begun' | 'pruned';
  /** Id of the entry; null = of none. */
  entry: number | null;
  /** Time of the entry; of `pruned`, entries before this may be gone. */
  at_ms: number;
  salt: string;
  /** Digest of what no outcome changes; the digest of the whole, or of `pruned` the hash of the last removed link. */
  fixed: string;
  digest: string;
  hash: string;
};

/** The newest link: one row, `id` 1. Whoever adds links locks it first. */
type AuditHeadTable = { id: number; seq: number; hash: string };

/** Who may write of a target: the newest fencing token of its collector's lease. Writes with an older one are refused. */
type EpochsTable = {
  target: string;
  fence: number;
  watcher: string;
  /** Names the batch that was written last, so that one whose answer got lost is not written twice. */
  last_batch: string;
  /** `ServerPlace` as JSON; null = written before it was known. */
  server: string | null;
};

/** Which process writes the figures of a SQLite file: one row, `id` 1, whose fence grows with every owner. */
type OwnersTable = {
  id: number;
  fence: number;
  watcher: string;
  pid: number;
  host: string;
  since_ms: number;
};
