import type { DisplayText } from './bytes';
import type { HolderVerdict, Known, LockState, SeenProcess, Severity } from './lock';
import type { LockId } from './lock-id';

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
  /** All who wait, also those nobody can name; null = cannot be counted. */
  waiting: number | null;
};

/** `party` has the lock. */
export type HoldEdge = { party: string; lock: LockId; sinceMs: number | null };

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
 * Each of `parties` has a lock of `locks` that the one before it waits for. `certain`: every wait and the hold behind it are
 * of one and the same token, so that nobody in the cycle can go on; else a process holds and waits, maybe in tasks that
 * have nothing to do with each other.
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
  /** Locks that somebody waits for, of which `locks` has the most urgent; null = all of them are there. */
  leftOut: number | null;
  nowMs: number;
};
