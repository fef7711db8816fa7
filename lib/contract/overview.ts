import { z } from 'zod';
import { OpenFinding } from './findings';
import { countOrUnknown, epochMs, figure } from './leaves';
import { Lock } from './lock';
import { bucketValues } from './locks';
import { Coverage, NodeStatus } from './nodes';
import { Tally } from './tally';

const SeriesBucket = z.object({
  startMs: epochMs,
  held: figure,
  waiting: figure,
  /** The bucket is still open. */
  partial: z.boolean(),
});
export type SeriesBucket = z.infer<typeof SeriesBucket>;

const HorizonBucket = z.object({ upToMs: z.union([z.number(), z.enum(['later', 'never'])]), count: z.int() });
export type HorizonBucket = z.infer<typeof HorizonBucket>;

export const Overview = z
  .object({
    counts: z.object({
      held: z.int(),
      waiting: countOrUnknown,
      lost: z.int(),
      atRisk: z.int(),
      contended: z.int(),
      gone: z.int().meta({ description: 'Locks with a holder that is proven gone.' }),
    }),
    worst: z.array(z.object({ lock: Lock, waiting: bucketValues })),
    /** One line for each rule and target. */
    findings: z.array(OpenFinding).meta({ description: 'Without the silenced.' }),
    /** From the same moment as all of this; includes the findings that `findings` has no room for. */
    tally: Tally,
    silenced: z
      .object({
        lost: z.int(),
        atRisk: z.int(),
        gone: z.int(),
        nodes: z.int(),
        findings: z.int(),
        worst: z.array(z.string()),
      })
      .meta({
        description: 'What of `counts`, the nodes and `worst` needs nobody: all grave about it is silenced.',
      }),
    series: z.array(SeriesBucket),
    bucketMs: z.int(),
    horizon: z.array(HorizonBucket),
    renewing: z.int(),
    nodes: z.array(NodeStatus),
    coverage: Coverage,
    nowMs: epochMs,
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof Overview>;
