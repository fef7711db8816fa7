import { z } from 'zod';
import { Finding } from './finding';
import { FINDING_CODES } from './finding-codes';
import { epochMs } from './leaves';
import { command } from './nodes';
import { Tally } from './tally';

/** About one lock, or about one server: then it has no key, and may have a command that fixes it. */
export const OpenFinding = Finding.extend({
  id: z.string().nullable(),
  target: z.string(),
  node: z.string().nullable().meta({ description: 'The server it is about; null = it is about a lock.' }),
  key: z.string().nullable(),
  command,
  /** Number of locks affected; 1 for a server. */
  count: z.int(),
  silence: z
    .object({ id: z.string(), untilMs: epochMs, reason: z.string(), by: z.string() })
    .nullable()
    .meta({ description: 'Somebody knows of it, and it is counted nowhere until then.' }),
}).meta({ id: 'OpenFinding' });
export type OpenFinding = z.infer<typeof OpenFinding>;

export const FindingsAnswer = z
  .object({
    /** Silenced findings come last. */
    findings: z.array(OpenFinding),
    byCode: z.array(z.object({ code: z.enum(FINDING_CODES), count: z.int() })),
    silenced: z.int().meta({ description: 'How many are silenced; `byCode` counts the others.' }),
    /** At the same moment as `findings`. */
    tally: Tally,
    nowMs: epochMs,
  })
  .meta({ id: 'FindingsAnswer' });
export type FindingsAnswer = z.infer<typeof FindingsAnswer>;
