import { z } from 'zod';
import type { FamiliesAnswer, HolderAnswer, HoldersAnswer } from '../domain/api';
import { LOCK_STATES } from '../domain/lock';
import { counted, epochMs, holder, lock } from './answers-lock';
import { coverage } from './answers-status';

const state = z.enum(LOCK_STATES);
const lockGroup = z.object({
  count: z.int(),
  states: z.partialRecord(state, z.int()),
  worstState: state,
  waiting: counted,
  targets: z.array(z.string()),
  libraries: z.array(z.string()),
});
const family = lockGroup
  .extend({
    name: z.string().meta({ description: 'What tells siblings apart is `*`: order:{*}:lock.' }),
  })
  .meta({ id: 'Family' });

export const familiesAnswer = z
  .object({ families: z.array(family), matched: z.int(), coverage, nowMs: epochMs })
  .meta({ id: 'FamiliesAnswer' }) satisfies z.ZodType<FamiliesAnswer>;

const holderSummary = lockGroup
  .extend({
    ref: z.string().meta({ description: 'Names the holder in /api/holders/{id}.' }),
    holder: holder.pick({ token: true, tokenUnique: true, label: true, process: true, verdict: true }),
    tokenKeys: z.int().meta({
      description: 'On how many keys its most shared token is; several are read as one multi-lock.',
    }),
  })
  .meta({ id: 'HolderSummary' });

export const holdersAnswer = z
  .object({
    holders: z.array(holderSummary),
    matched: z.int(),
    anonymous: z.int().meta({ description: 'Locks that match and stand under no holder.' }),
    coverage,
    nowMs: epochMs,
  })
  .meta({ id: 'HoldersAnswer' }) satisfies z.ZodType<HoldersAnswer>;

export const holderAnswer = z
  .object({
    ref: z.string(),
    holder: holder.nullable(),
    locks: z.array(lock),
    coverage,
    nowMs: epochMs,
  })
  .meta({ id: 'HolderAnswer' }) satisfies z.ZodType<HolderAnswer>;
