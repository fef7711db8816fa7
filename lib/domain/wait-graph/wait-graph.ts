import type { DisplayText } from '../keys/bytes';
import type { LockId } from '../keys/lock-id';
import type { HolderVerdict, Known, LockState, SeenProcess, Severity } from '../lock';
import type { Counted } from '../values/counted';

/** Who holds locks or waits for some: one token, or the process that several tokens name. */
export type WaitParty = {
  /** Unique in one answer; that of the holder page where there is one (`holder-ref.ts`). */
  ref: string;
  /** Whether there is a page of this holder. */
  hasPage: boolean;
  token: DisplayText | null;
  label: string | null;
  process: SeenProcess | null;
  /** Of a holder; null = it holds nothing that was read. */
  verdict: HolderVerdict | null;
};

export type WaitLock = {
  id: LockId;
  target: string;
  key: DisplayText;
  state: LockState;
  severity: Severity | null;
  /** All who wait, also those nobody can name. */
  waiting: Counted;
};

/** `party` has the lock. */
export type HoldEdge = { party: string; lock: LockId; sinceMs: number | null };

/**
 * Somebody who waits, as far as it has a name. `token` null = its process said so, without which of its tasks. Times as in
 * `WaitEdge`.
 */
export type NamedWait = {
  lock: LockId;
  by: 'queue' | 'heartbeat';
  token: DisplayText | null;
  label: string | null;
  process: SeenProcess | null;
  place: number | null;
  sinceMs: number | null;
  /** Whether somebody listens for its turn; a place may outlast who took it. null = cannot be known. */
  heard: boolean | null;
  known: Known;
};

/**
 * `party` wants the lock. `by`: `queue` = its token stands in the lock's own queue; `heartbeat` = its process says so in
 * its record, without which of its tasks.
 */
export type WaitEdge = {
  party: string;
  lock: LockId;
  by: 'queue' | 'heartbeat';
  /** Place in the queue, 1 = next; null = there is no order. */
  place: number | null;
  sinceMs: number | null;
  known: Known;
};

/**
 * `parties[i]` waits for `locks[i]`, which the next of `parties` has; the last one waits for what the first has. `certain`:
 * every wait and the hold behind it are of one and the same token, and whoever waits was found to listen for its turn, so
 * that nobody in the cycle can go on; else a process holds and waits, maybe in tasks that have nothing to do with each other.
 */
export type WaitCycle = { parties: string[]; locks: LockId[]; certain: boolean };

/** Who waits for whom, as far as waiters have names. Only locks that somebody waits for, and what their parties hold. */
export type WaitGraph = {
  parties: WaitParty[];
  locks: WaitLock[];
  holds: HoldEdge[];
  waits: WaitEdge[];
  cycles: WaitCycle[];
  /** Locks with waiters of whom none has a name: the graph cannot say who they are. */
  unnamed: number;
  /** How many locks somebody waits for, where `locks` has only the most urgent of them; null = it has all of them. */
  leftOut: number | null;
  nowMs: number;
};
