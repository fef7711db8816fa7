import type { ByteString } from '../../domain/keys/bytes';
import type { LockFacts } from '../../domain/locks/lock-facts';
import { unreadFromMs } from '../../domain/locks/unread';
import type { Entry } from './entry-types';
import { type HolderContext, heartbeatsOf } from './holder-names';

/** `promisedMs` = time within which a lock is read again though nothing happens; absent = for ever. */
type Around = Pick<HolderContext, 'sightOf'> & { promisedMs?(key: ByteString): number };

/** The facts with what time and others made of them: heartbeats, and the age of the last reading. */
export function factsNow(entry: Entry, around: Around): LockFacts {
  const { facts, key, lastReadMs: readAtMs, changedAtMs } = entry;
  const promisedMs = around.promisedMs?.(key) ?? Number.POSITIVE_INFINITY;
  const { deadlineMs } = facts.reading;
  const age = { readAtMs, unreadFromMs: unreadFromMs({ readAtMs, deadlineMs, changedAtMs, promisedMs }) };
  return { ...facts, heartbeats: heartbeatsOf(entry, around), age };
}
