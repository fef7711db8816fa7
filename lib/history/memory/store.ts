import type { AuditEntry, ChainedEntry } from '../../contract/audit';
import type { LockEvent } from '../../contract/lock';
import type { SeriesBucket } from '../../contract/overview';
import type { AuditBounds, AuditQuery } from '../../domain/actions/audit';
import type { LockId } from '../../domain/keys/lock-id';

/** Held and waiting locks of one target at one moment; null = not known. */
export type Sample = { target: string; atMs: number; held: number; waiting: number | null };

type EventQuery = { id?: LockId; target?: string; fromMs?: number; limit: number };

export type NewAuditEntry = Omit<AuditEntry, 'id'>;

/**
 * What is remembered. Writes never throw into the event path; a store that cannot write says so in `problem()`.
 * Every method is asynchronous, so that a database can stand behind it.
 */
export type HistoryStore = {
  appendEvents(events: readonly LockEvent[]): Promise<void>;
  /** Newest first. */
  events(query: EventQuery): Promise<LockEvent[]>;
  appendSample(sample: Sample): Promise<void>;
  /** Buckets from `fromMs` to `toMs`, oldest first; a bucket without a sample is a gap (null), never 0. */
  series(query: {
    fromMs: number;
    toMs: number;
    bucketMs: number;
    target?: string;
    /** Without a target: only these, not all. */
    among?: readonly string[];
  }): Promise<SeriesBucket[]>;
  /** Waiters of one lock, changes only. */
  appendWaiting(id: LockId, atMs: number, waiting: number | null): Promise<void>;
  waitingSeries(query: {
    id: LockId;
    fromMs: number;
    toMs: number;
    bucketMs: number;
  }): Promise<(number | null)[]>;
  /** Stored before an action runs; the id names it from then on. */
  appendAudit(entry: NewAuditEntry): Promise<AuditEntry>;
  updateAudit(id: number, change: Pick<AuditEntry, 'outcome' | 'details'>): Promise<void>;
  /** Newest first. */
  audit(query: AuditQuery): Promise<ChainedEntry[]>;
  /** How many entries of these (absent = of all) are not in the database yet; `own` as of `audit`. */
  auditWaiting(bounds: AuditBounds & Pick<AuditQuery, 'own'>): Promise<number>;
  problem(): string | null;
  close(): Promise<void>;
};
