import type { LockKind } from '../../contract/codes';
import type { LockId } from '../../domain/keys/lock-id';
import type { HistogramsTable, HorizonsTable, RollupsTable, SpansTable, WaitSpansTable } from './schema';

/** A lock, a family or a target as a batch names it; the store gives it its number. */
export type SubjectRef =
  | { kind: 'lock'; target: string; lock: LockId }
  | { kind: 'family'; target: string; family: string }
  | { kind: 'target'; target: string };

/** What the store keeps of a lock beside its figures. */
export type LockInfo = {
  id: LockId;
  key: { text: string; exact: boolean; byteLength: number };
  family: string;
  kind: LockKind;
  formatId: string;
  library: string;
};

/** A hold; `uid` names it in later batches of the same process, so that its row is changed and not written twice. */
export type SpanWrite = Omit<SpansTable, 'id' | 'lock'> & { uid: string; lock: LockId };
export type WaitSpanWrite = Omit<WaitSpansTable, 'id' | 'lock'> & { uid: string; lock: LockId };

export type RollupCounts = Omit<RollupsTable, 'tier_ms' | 'subject' | 'start_ms'>;

/** What was added to a bucket of the finest tier; the store adds it to the coarser ones in the same transaction. */
export type RollupWrite = {
  subject: SubjectRef;
  startMs: number;
  counts: RollupCounts;
  times: { measure: HistogramsTable['measure']; bucket: number; count: number }[];
};

export type HorizonWrite = Omit<HorizonsTable, 'tier_ms' | 'subject' | 'start_ms'> & { atMs: number };

/**
 * How often one token took the lock (or one of the family) `after` while it had `before`, since the last batch. `holder` and
 * `token` are those of the last that did so one after the other: null = none did; `token` is a digest, '' = several did.
 */
export type OrderWrite = {
  before: SubjectRef;
  after: SubjectRef;
  seen: number;
  /** Taken and given back together: one hold over both. */
  together: number;
  firstMs: number;
  lastMs: number;
  holder: string | null;
  token: string | null;
};

export type EventWrite = {
  atMs: number;
  lock: LockId | null;
  node: string | null;
  kind: string;
  by: string;
  holder: string | null;
  values: Record<string, string | number>;
};

/**
 * What happened to one target since the last batch: written in one transaction, so that raw rows and roll-ups always tell
 * the same. `fence` = fencing token of the lease under which the target is watched; null = nobody else could.
 */
export type HistoryBatch = {
  target: string;
  fence: number | null;
  /** The last moment it tells of. */
  atMs: number;
  /** Watched without a gap from `fromMs` to `toMs`; null = it was not watched. */
  covered: { fromMs: number; toMs: number; watcher: string } | null;
  /** Every lock that the rest names. */
  locks: LockInfo[];
  spans: SpanWrite[];
  waitSpans: WaitSpanWrite[];
  waiting: { lock: LockId; atMs: number; waiters: number | null }[];
  rollups: RollupWrite[];
  horizon: HorizonWrite | null;
  events: EventWrite[];
  /** Each pair once. */
  orders: OrderWrite[];
};
