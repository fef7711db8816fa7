import { z } from 'zod';
import { LOCK_STATES } from './codes';
import { Finding } from './finding';
import { Holder } from './holder';
import { countOrUnknown, displayText, epochMs, Known } from './leaves';

const party = z.string().meta({ description: '`ref` of a party.' });
const lock = z.string().meta({ description: 'Id of a lock.' });

/** A holder or waiter of locks: one token, or the process that several tokens name. */
const WaitParty = z.object({
  /** Unique within one answer. */
  ref: z.string().meta({ description: 'Names the holder in /api/holders/{id} where `hasPage`.' }),
  hasPage: z.boolean(),
  token: displayText.nullable().meta({ description: 'null = it is a process and not one token.' }),
  label: z.string().nullable(),
  process: Holder.shape.process,
  verdict: Holder.shape.verdict.nullable().meta({ description: 'null = it holds nothing.' }),
  quarantine: Holder.shape.quarantine,
});
export type WaitParty = z.infer<typeof WaitParty>;

const WaitLock = z.object({
  id: z.string(),
  target: z.string(),
  key: displayText,
  state: z.enum(LOCK_STATES),
  severity: Finding.shape.severity.nullable(),
  waiting: countOrUnknown.meta({ description: 'All who wait, named or not.' }),
});
export type WaitLock = z.infer<typeof WaitLock>;

/** `party` holds the lock. */
const HoldEdge = z.object({ party, lock, sinceMs: epochMs.nullable() });
export type HoldEdge = z.infer<typeof HoldEdge>;

/**
 * `party` waits for the lock. `by`: `queue` = its token is in the lock's own queue; `heartbeat` = its process reports
 * the wait in its record, without naming the task.
 */
const WaitEdge = z.object({
  party,
  lock,
  by: z.enum(['queue', 'heartbeat']),
  /** null = the wait has no order. */
  place: z.int().nullable().meta({ description: 'Place in the queue, 1 = next.' }),
  sinceMs: epochMs.nullable(),
  known: Known,
});
export type WaitEdge = z.infer<typeof WaitEdge>;

/**
 * Each party waits for a lock that the next one holds, and the last for one of the first. `certain`: every wait and the
 * hold before it have the same token, and each waiter was found listening for its turn, so no party can proceed.
 * Otherwise a process holds and waits, maybe in unrelated tasks.
 */
const WaitCycle = z.object({ parties: z.array(party), locks: z.array(lock), certain: z.boolean() });
export type WaitCycle = z.infer<typeof WaitCycle>;

/** The wait graph, as far as waiters have names: only locks with waiters, and the locks that their parties hold. */
export const WaitGraph = z
  .object({
    parties: z.array(WaitParty),
    locks: z.array(WaitLock),
    holds: z.array(HoldEdge),
    waits: z.array(WaitEdge),
    cycles: z
      .array(WaitCycle)
      .meta({ description: '`parties[i]` waits for `locks[i]`, which the next party has.' }),
    unnamed: z.int().meta({ description: 'Locks with waiters of whom none has a name.' }),
    leftOut: z
      .int()
      .nullable()
      .meta({ description: 'How many locks are waited for, where some are left out; null = none is.' }),
    nowMs: epochMs,
  })
  .meta({ id: 'WaitGraph' });
export type WaitGraph = z.infer<typeof WaitGraph>;
