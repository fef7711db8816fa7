import { z } from 'zod';
import { LOCK_STATES } from '../domain/lock';
import type { WaitGraph } from '../domain/wait-graph/wait-graph';
import { counted, displayText, epochMs, finding, holder, known } from './answers-lock';

const party = z.string().meta({ description: '`ref` of a party.' });
const lock = z.string().meta({ description: 'Id of a lock.' });

export const waitGraphAnswer = z
  .object({
    parties: z.array(
      z.object({
        ref: z.string().meta({ description: 'Names the holder in /api/holders/{id} where `hasPage`.' }),
        hasPage: z.boolean(),
        token: displayText.nullable().meta({ description: 'null = it is a process and not one token.' }),
        label: z.string().nullable(),
        process: holder.shape.process,
        verdict: holder.shape.verdict.nullable().meta({ description: 'null = it holds nothing.' }),
      }),
    ),
    locks: z.array(
      z.object({
        id: z.string(),
        target: z.string(),
        key: displayText,
        state: z.enum(LOCK_STATES),
        severity: finding.shape.severity.nullable(),
        waiting: counted.meta({ description: 'All who wait, named or not.' }),
      }),
    ),
    holds: z.array(z.object({ party, lock, sinceMs: epochMs.nullable() })),
    waits: z.array(
      z.object({
        party,
        lock,
        by: z.enum(['queue', 'heartbeat']),
        place: z.int().nullable().meta({ description: 'Place in the queue, 1 = next.' }),
        sinceMs: epochMs.nullable(),
        known,
      }),
    ),
    cycles: z
      .array(z.object({ parties: z.array(party), locks: z.array(lock), certain: z.boolean() }))
      .meta({ description: '`parties[i]` waits for `locks[i]`, which the next party has.' }),
    unnamed: z.int().meta({ description: 'Locks with waiters of whom none has a name.' }),
    leftOut: z
      .int()
      .nullable()
      .meta({ description: 'How many locks are waited for, where some are left out; null = none is.' }),
    nowMs: epochMs,
  })
  .meta({ id: 'WaitGraph' }) satisfies z.ZodType<WaitGraph>;
