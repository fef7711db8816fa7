import { z } from 'zod';
import { LOCK_STATES } from './codes';
import { Holder } from './holder';
import { countOrUnknown, epochMs } from './leaves';
import { Lock } from './lock';
import { Coverage } from './nodes';
import { target } from './queries';

/** Locks grouped by family and by holder. */

export const groupedQuery = z.strictObject({
  q: z.string().max(2_000).default('').meta({ description: 'As for /api/locks.' }),
  target: target.optional(),
});

/** Figures of a group of locks. */
const LockGroup = z.object({
  count: z.int(),
  states: z.partialRecord(z.enum(LOCK_STATES), z.int()),
  /** State of the most urgent lock. */
  worstState: z.enum(LOCK_STATES),
  /** Unknown = it cannot be known for any lock. */
  waiting: countOrUnknown,
  targets: z.array(z.string()),
  libraries: z.array(z.string()),
});
export type LockGroup = z.infer<typeof LockGroup>;

/** Locks whose names have the same shape. */
const Family = LockGroup.extend({
  name: z.string().meta({ description: 'What tells siblings apart is `*`: order:{*}:lock.' }),
}).meta({ id: 'Family' });
export type Family = z.infer<typeof Family>;

export const FamiliesAnswer = z
  .object({ families: z.array(Family), matched: z.int(), coverage: Coverage, nowMs: epochMs })
  .meta({ id: 'FamiliesAnswer' });
export type FamiliesAnswer = z.infer<typeof FamiliesAnswer>;

/** Figures of one holder's locks. */
const HolderSummary = LockGroup.extend({
  /** The widest name of `holderRefsOf`. */
  ref: z.string().meta({ description: 'Names the holder in /api/holders/{id}.' }),
  /** As on its most urgent lock. */
  holder: Holder.pick({
    token: true,
    tokenUnique: true,
    label: true,
    process: true,
    verdict: true,
    quarantine: true,
  }),
  tokenKeys: z.int().meta({
    description: 'On how many keys its most shared token is; several are read as one multi-lock.',
  }),
}).meta({ id: 'HolderSummary' });
export type HolderSummary = z.infer<typeof HolderSummary>;

export const HoldersAnswer = z
  .object({
    holders: z.array(HolderSummary),
    matched: z.int(),
    anonymous: z.int().meta({ description: 'Locks that match and stand under no holder.' }),
    coverage: Coverage,
    nowMs: epochMs,
  })
  .meta({ id: 'HoldersAnswer' });
export type HoldersAnswer = z.infer<typeof HoldersAnswer>;

/** All locks of one holder. */
export const HolderAnswer = z
  .object({
    ref: z.string(),
    /** As on the first of its locks; null = it has no known lock. */
    holder: Holder.nullable(),
    locks: z.array(Lock),
    coverage: Coverage,
    nowMs: epochMs,
  })
  .meta({ id: 'HolderAnswer' });
export type HolderAnswer = z.infer<typeof HolderAnswer>;
