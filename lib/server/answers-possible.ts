import { z } from 'zod';
import { DECISIONS, type DecideResult, type PossibleAnswer } from '../domain/possible-api';
import { displayText, epochMs, lock } from './answers-lock';
import { decideBody } from './requests';

export const possibleAnswer = z
  .object({
    locks: z.array(lock).meta({ description: 'By name, at most 500; values are masked.' }),
    matched: z.int(),
    decisions: z.array(
      z
        .object({
          id: z.string(),
          target: z.string(),
          key: displayText,
          is: z.enum(DECISIONS),
          by: z.string(),
          atMs: epochMs,
        })
        .meta({ id: 'Decision' }),
    ),
    configuration: z
      .array(
        z
          .object({ name: z.string(), patterns: z.array(z.string()), notLocks: z.array(z.string()) })
          .meta({ id: 'DecidedConfiguration' }),
      )
      .meta({ description: 'The decisions as settings of targets.' }),
    kept: z.enum(['file', 'memory']).meta({ description: 'memory = forgotten when the console stops.' }),
    nowMs: epochMs,
  })
  .meta({ id: 'PossibleAnswer' }) satisfies z.ZodType<PossibleAnswer>;

export const decideResult = decideBody
  .extend({ id: z.string(), auditId: z.int(), nowMs: epochMs })
  .meta({ id: 'DecideResult' }) satisfies z.ZodType<DecideResult>;
