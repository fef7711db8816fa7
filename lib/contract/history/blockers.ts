import { z } from 'zod';
import { epochMs, share } from '../leaves';
import { range, scope } from './history';

const Branch = z.object({
  depth: z
    .int()
    .meta({ description: '0 = a lock of this holder; each level below waited for the one above.' }),
  lock: z.string(),
  key: z.string(),
  holder: z.string().nullable(),
  waiterSeconds: z.number().meta({ description: 'Charged by waits of this very lock.' }),
  sure: z.boolean().meta({
    description: 'false = only the process of its holder is known to have waited for the lock above.',
  }),
});

const Blocker = z.object({
  holder: z.string().nullable(),
  holderRef: z.string().nullable().meta({ description: 'As in /api/holders/{id}; null = nothing names it.' }),
  waiterSeconds: z.number(),
  own: z
    .number()
    .meta({ description: 'Of these, by waits of its own locks; the rest is of holders that waited for it.' }),
  unsure: z
    .number()
    .meta({ description: 'Of the rest, where only the process of the waiting holder is known.' }),
  victims: z.array(z.object({ waiter: z.string(), waiterSeconds: z.number() })).meta({
    description: 'Waiters with a name whom it cost the most.',
  }),
  tree: z.array(Branch).meta({ description: 'Top down; the heaviest branches first.' }),
});
export type Blocker = z.infer<typeof Blocker>;

/** Who cost whom how many waiter-seconds, the most first. */
export const Blockers = z
  .object({
    scope,
    ...range,
    rows: z.array(Blocker),
    /** How many there are; `rows` has the first of them. */
    matched: z.int(),
    charged: z.number().meta({ description: 'Waiter-seconds of all of them.' }),
    total: z.number().meta({
      description:
        'Waiter-seconds of the range in whole buckets; more than `charged` where holds were not kept one by one.',
    }),
    covered: share.meta({ description: 'Share of the range that was watched.' }),
    nowMs: epochMs,
  })
  .meta({ id: 'Blockers' });
export type Blockers = z.infer<typeof Blockers>;
