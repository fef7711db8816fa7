import type { ByteString } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import type { CrossedWith, LockFacts, RecordedLease } from '../../domain/locks/lock-facts';
import { unreadFromMs } from '../../domain/locks/unread';
import type { Entry } from './entry-types';
import { type HolderContext, heartbeatsOf } from './holder-names';

/** `promisedMs` = time within which a lock is read again even without an event; absent = no limit. */
type Around = Pick<HolderContext, 'sightOf'> & {
  promisedMs?(key: ByteString): number;
  crossedOf?(id: LockId): CrossedWith | null;
  recordedOf?(id: LockId): RecordedLease | null;
};

/** Adds the present heartbeats, the age of the last reading and what history knows of its order to the facts. */
export function factsNow(entry: Entry, around: Around): LockFacts {
  const { facts, key, lastReadMs: readAtMs, changedAtMs } = entry;
  const promisedMs = around.promisedMs?.(key) ?? Number.POSITIVE_INFINITY;
  const { deadlineMs } = facts.reading;
  const age = { readAtMs, unreadFromMs: unreadFromMs({ readAtMs, deadlineMs, changedAtMs, promisedMs }) };
  const crossed = around.crossedOf?.(entry.id) ?? null;
  // A time that is in the value is of the holder's clock, and so is the beginning that was recorded by it.
  const isToldSince = entry.recognised.decoded.holders[0]?.since != null;
  const recorded = isToldSince ? null : (around.recordedOf?.(entry.id) ?? null);
  return {
    ...facts,
    heartbeats: heartbeatsOf(entry, around),
    age,
    ...(crossed !== (facts.crossed ?? null) && { crossed }),
    ...(recorded !== (facts.recorded ?? null) && { recorded }),
  };
}
