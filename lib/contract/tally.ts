import { z } from 'zod';

/** The counts of tabs and pages, all from one moment. */
export const Tally = z
  .object({
    locks: z.int().meta({ description: 'Known locks, free and lost ones too.' }),
    complete: z.boolean().meta({ description: 'Everything was looked at: only then is 0 locks a fact.' }),
    findings: z
      .object({ urgent: z.int(), all: z.int() })
      .meta({ description: 'Open and not silenced; `urgent` = lost or at risk.' }),
    /** Watched servers. */
    nodes: z.int(),
    answering: z.int().meta({ description: 'Nodes that answer; while none does, `locks` is of before.' }),
  })
  .meta({ id: 'Tally', description: 'What tabs count, all of one moment.' });
export type Tally = z.infer<typeof Tally>;

/** Tallies from one moment, by target name. */
export const Tallies = z.record(z.string(), Tally).meta({ description: 'By the name of the target.' });
export type Tallies = z.infer<typeof Tallies>;
