import { z } from 'zod';
import { EVIDENCE, SEVERITIES } from './codes';
import { FINDING_CODES } from './finding-codes';
import { epochMs, Known, values } from './leaves';

/** One fact with its figure. The message catalogue has the texts under `evidence.<code>`. */
export const Evidence = z
  .object({
    code: z.enum(EVIDENCE),
    values,
    tone: z.enum(['neutral', 'good', 'contended', 'at-risk', 'lost', 'unknown']),
    known: Known.nullable(),
  })
  .meta({ id: 'Evidence' });
export type Evidence = z.infer<typeof Evidence>;

export const Finding = z
  .object({
    code: z.enum(FINDING_CODES),
    severity: z.enum(SEVERITIES),
    /** Since when the finding is open. */
    sinceMs: epochMs,
    evidence: z.array(Evidence),
  })
  .meta({ id: 'Finding' });
export type Finding = z.infer<typeof Finding>;
