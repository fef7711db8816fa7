import type { Kysely } from 'kysely';
import type { AuditChain, AuditEntry, ChainedEntry } from '../../contract/audit';
import type { HistoryStatus } from '../../contract/history/history';
import type { AuditQuery } from '../../domain/actions/audit';
import type { ChainEnd } from '../database/audit-link';
import type { HistoryBatch, SpanWrite, WaitSpanWrite } from '../database/batch';
import type { Ownership } from '../database/ownership';
import type { HistorySchema, MarksTable } from '../database/schema';
/**
 * Which Redis a target is, as its configuration names it: no secrets. Run ids and replication ids change with every restart
 * without a file, so they cannot name a history; addresses stay.
 */
export type ServerPlace = {
  kind: 'standalone' | 'sentinel' | 'cluster' | 'redlock';
  /** What sentinels call it; '' elsewhere. */
  primary: string;
  db: number;
  /** `host:port`, sorted. */
  addresses: string[];
};

/**
 * What an earlier watch of a target left open. Each has a `uid` under which it can be written on in later batches, as if it
 * were of this process.
 */
export type OpenSpans = {
  spans: SpanWrite[];
  waitSpans: WaitSpanWrite[];
  /** When the target was last watched, epoch ms; null = never. */
  lastCoveredMs: number | null;
};

/** Ends what an earlier watch left open and nobody goes on with. */
export type EndOpenSpans = {
  target: string;
  /** As in `HistoryBatch`. */
  fence: number | null;
  /** `uid`s of those that go on. What this process wrote itself goes on anyway. */
  keep: readonly string[];
  /** When the present watch began, epoch ms: they end with the last watch before it, never later. */
  beforeMs: number;
};

export type NewAudit = Omit<AuditEntry, 'id'>;
/** How far an entry has come. */
export type AuditChange = Pick<AuditEntry, 'outcome' | 'details'>;

/** An entry, or its outcome, as it was written elsewhere while the database did not take it. `entry` null = the database has it. */
export type SpooledAudit = { uid: string; entry: NewAudit | null; change: AuditChange | null };
/** `isNew` = it was not there before. */
export type TakenAudit = { entry: AuditEntry; isNew: boolean };

/** `broken` names the first link or entry that does not fit; null = all do. */
export type ChainState = Omit<AuditChain, 'nowMs'>;

/** A mark as it is stored; `id` names it. */
export type Mark = Omit<MarksTable, 'id'> & { id: number };

/** What the archive knows of itself; the writer in front of it adds what it holds back or dropped. */
export type ArchiveStatus = Omit<HistoryStatus, 'queued' | 'dropped' | 'place'> & { place: string };

/**
 * The durable history. Every method rejects with a LockError when it could not be done: `history-unavailable` = the
 * database is away, full, locked, corrupt or of a newer version (`status().problem` says which; it is tried again by
 * itself), `timed-out` = one statement took too long. Nothing is ever thrown synchronously.
 */
export type Archive = {
  readonly kind: 'sqlite' | 'postgres' | 'memory';
  /** For queries. It is the same object for life, also while the database is away; every statement has a time limit. */
  readonly db: Kysely<HistorySchema>;
  /**
   * Writes all of a batch, or nothing, in one transaction; once this resolves it survives a `kill -9` of this process and
   * of the database. A batch that failed may be written again as the same object: it is not counted twice, even when the
   * failure was only that of the answer. Rejects with `history-fenced` when a newer fence wrote of the target.
   */
  write(batch: HistoryBatch): Promise<void>;
  /**
   * Says which server a target is, before anything is asked or written of it. A history of another server under the same name
   * is put aside as `<target>~<n>`, and comes back with its server.
   */
  nameServer(target: string, server: ServerPlace): void;
  /** Spans of a target without an end that this process did not write. Ask once, before the first batch. */
  openSpans(target: string): Promise<OpenSpans>;
  /** Resolves to how many were ended, as `unseen`. Rejects as `write`. */
  endOpenSpans(end: EndOpenSpans): Promise<number>;
  /** Stored before an action runs; resolves once it is durable, with the id that names it. One that has the `uid` is that one. */
  appendAudit(entry: NewAudit, uid?: string): Promise<AuditEntry>;
  updateAudit(id: number, change: AuditChange): Promise<void>;
  /**
   * Takes in an entry that was spooled, or its outcome, as often as it is asked: it is there once, and an outcome that is
   * known better stays. Resolves to the entry as it is then; null = it is not there, and only a change was given.
   */
  takeAudit(spooled: SpooledAudit): Promise<TakenAudit | null>;
  /** Newest first; `beforeId` goes on where an earlier answer ended. */
  audit(query: AuditQuery): Promise<ChainedEntry[]>;
  /** Whether the audit is as it was written, verified at most 30 s ago where that is quick: it reads all of it, once for all who ask. */
  auditChain(): Promise<ChainState>;
  /** The newest link of the chain; null = it was removed by hand. */
  auditHead(): Promise<ChainEnd | null>;
  addMark(mark: Omit<Mark, 'id'>): Promise<Mark>;
  /** Marks that touch the range, oldest first. `target`: those of it and those of no target. */
  marks(query: { fromMs: number; toMs: number; target?: string; limit: number }): Promise<Mark[]>;
  /** Whether there was one. */
  removeMark(id: number): Promise<boolean>;
  /** Never rejects. */
  status(): Promise<ArchiveStatus>;
  /** Who writes figures there; one that another process owns is read, and takes audit entries and marks. */
  readonly ownership: Ownership;
  /** Since when and why it cannot be written or read; null = all is well, as far as was tried. */
  problem(): { sinceMs: number; message: string } | null;
  /**
   * Forgets what is older than its kind may be, then, while the whole is too large, detail before truth. In small steps
   * between which others get their turn. Rejects as the rest; what was forgotten until then stays forgotten.
   */
  prune(nowMs: number): Promise<void>;
  /** Waits for the statement under way, then closes every connection. Can be called twice. */
  close(): Promise<void>;
};

/** How long each kind of history is kept at most, days. */
export type RetentionDays = {
  spans: number;
  waiting: number;
  events: number;
  audit: number;
  /** Figures in buckets of 10 s, 1 min, 10 min, 1 h (and 6 h), and 1 day. */
  seconds: number;
  minutes: number;
  tenMinutes: number;
  hours: number;
  days: number;
};

export type Retention = { days: RetentionDays; maxBytes: number };

export type ArchiveOptions = {
  /** `memory:`, `postgres://…`, `file:/path/history.db` or a path. */
  url: string;
  now?: () => number;
  retention?: { days?: Partial<RetentionDays>; maxBytes?: number };
  /** Longest that one statement may take, ms. */
  statementMs?: number;
  /** Called when the history of another server is put aside, with the name that it has from then on. */
  onPutAside?: (target: string, name: string) => void;
  /** Told when it gets into trouble, with another sentence than before, and with null when it is out of it. */
  onProblem?: (problem: { sinceMs: number; message: string } | null) => void;
};
