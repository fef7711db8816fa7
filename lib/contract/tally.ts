import { z } from 'zod';
import type { Tally } from '../domain/lists/tally';

export const tally = z
  .object({
    locks: z.int().meta({ description: 'Known locks, free and lost ones too.' }),
    complete: z.boolean().meta({ description: 'Everything was looked at: only then is 0 locks a fact.' }),
    findings: z
      .object({ urgent: z.int(), all: z.int() })
      .meta({ description: 'Open and not silenced; `urgent` = lost or at risk.' }),
    nodes: z.int(),
    answering: z.int().meta({ description: 'Nodes that answer; while none does, `locks` is of before.' }),
  })
  .meta({ id: 'Tally', description: 'What tabs count, all of one moment.' }) satisfies z.ZodType<Tally>;
