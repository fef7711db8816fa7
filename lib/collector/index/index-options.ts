import type { KnownBy } from '../../contract/codes';
import type { Waiters } from '../../contract/lock';
import type { ByteString } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import type { CrossedWith, RecordedLease } from '../../domain/locks/lock-facts';
import type { Registry } from '../../formats/index';
import type { LockChange } from '../../history/recorder/lock-change';
import type { HolderContext } from './holder-names';

/** What an index asks of the other parts about a lock. */
export type IndexSources = HolderContext & {
  /** Last counted waiters of a newly found lock. */
  waitersOf(key: ByteString): Waiters;
  /** Time within which this lock is read again even without an event, ms; absent = no limit. */
  promisedMs?(key: ByteString): number;
  /** Another lock with which it was taken in both orders; absent = not known. */
  crossedOf?(id: LockId): CrossedWith | null;
  /** The lease of the hold that an earlier watch left open; absent = not known. */
  recordedOf?(id: LockId): RecordedLease | null;
};

export type IndexOptions = {
  sources: IndexSources;
  /** `nextSeq` numbers events. */
  clock: { now(): number; nextSeq(): number };
  /** Called for each change, as it happens. */
  onChange(change: LockChange): void;
  onWaiting(id: LockId, atMs: number, count: number | null): void;
  /** Absent = it is not known to which other locks a companion key may belong. */
  companionFormats?: Registry['companionFormats'];
};

/** Facts about a reading besides its bytes. */
export type ReadHints = {
  by: KnownBy;
  wasAbsent: boolean;
  writes: number | null;
  /** Not an event, or read right after the report: the state it shows began then. */
  isTimely?: boolean;
  /** Time from the request to the answer. */
  tookMs: number;
  /** The changes that the reading shows are counted by keyspace events. */
  isCounted?: boolean | undefined;
  /** Number of clients that listen for the turn of a free lock's first waiter; absent or null = not known. */
  nextListeners?: number | null;
};
