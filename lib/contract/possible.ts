import { z } from 'zod';
import { DECISIONS } from './action-codes';
import { displayText, epochMs } from './leaves';
import { Lock } from './lock';

export const DecideRequest = z
  .strictObject({
    is: z.enum([...DECISIONS, 'undecided']).meta({ description: '`undecided` takes a decision back.' }),
  })
  .meta({ id: 'DecideRequest' });
export type DecideRequest = z.infer<typeof DecideRequest>;

const Decision = z
  .object({
    id: z.string(),
    target: z.string(),
    key: displayText,
    is: z.enum(DECISIONS),
    by: z.string(),
    atMs: epochMs,
  })
  .meta({ id: 'Decision' });
export type Decision = z.infer<typeof Decision>;

/** The decisions of one target in the form of its configuration: Redis globs. */
const DecidedConfiguration = z
  .object({ name: z.string(), patterns: z.array(z.string()), notLocks: z.array(z.string()) })
  .meta({ id: 'DecidedConfiguration' });
export type DecidedConfiguration = z.infer<typeof DecidedConfiguration>;

export const PossibleAnswer = z
  .object({
    locks: z.array(Lock).meta({ description: 'By name, at most 500; values are masked.' }),
    /** Number of possible locks. */
    matched: z.int(),
    decisions: z.array(Decision),
    configuration: z
      .array(DecidedConfiguration)
      .meta({ description: 'The decisions as settings of targets.' }),
    kept: z.enum(['file', 'memory']).meta({ description: 'memory = forgotten when the console stops.' }),
    nowMs: epochMs,
  })
  .meta({ id: 'PossibleAnswer' });
export type PossibleAnswer = z.infer<typeof PossibleAnswer>;

export const DecideResult = DecideRequest.extend({
  id: z.string(),
  auditId: z.int(),
  nowMs: epochMs,
}).meta({ id: 'DecideResult' });
export type DecideResult = z.infer<typeof DecideResult>;
