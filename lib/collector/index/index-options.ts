import type { KnownBy } from '../../contract/codes';
import type { Lock, LockEvent, Waiters } from '../../contract/lock';
import type { ByteString } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import type { Registry } from '../../formats/index';
import type { HolderContext } from './holder-names';

/** What an index knows of its target, and whom it notifies. */
export type IndexOptions = HolderContext & {
  now: () => number;
  nextSeq: () => number;
  /** Waiters of a lock that was not known until now, as last counted. */
  waitersOf(key: ByteString): Waiters;
  /** Called for each change, as it happens. */
  onChange(change: { lock?: Lock; removed?: LockId; events: LockEvent[] }): void;
  onWaiting(id: LockId, atMs: number, count: number | null): void;
  /** Time within which this lock is read again though nothing happens, ms; absent = for ever. */
  promisedMs?(key: ByteString): number;
  /** Absent = nothing is known of what else keys beside a lock may belong to. */
  companionFormats?: Registry['companionFormats'];
};

/** What is known about a reading beside its bytes. */
export type ReadHints = {
  by: KnownBy;
  wasAbsent: boolean;
  writes: number | null;
  /** It is no event, or it was read right after it was reported: what it shows began then. */
  isTimely?: boolean;
  /** Time from asking to the answer. */
  tookMs: number;
  /** Clients that listen for the turn of the first in the queue of a free lock; absent or null = not known. */
  nextListeners?: number | null;
};
