import type { Lock, LockEvent } from '../../contract/lock';
import type { LockId } from '../../domain/keys/lock-id';

/**
 * A change of one lock, as the index reports it: whole, in its new state; or gone; or only that something happened to it.
 * `isCounted` = keyspace events count what this reading shows (`EventFact`), so that it counts nothing; false = they do not;
 * absent = no reading.
 */
export type LockChange = {
  lock?: Lock;
  removed?: LockId;
  events: readonly LockEvent[];
  isCounted?: boolean | undefined;
};
