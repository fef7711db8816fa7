import { z } from 'zod';
import { range } from './history/history';
import { INSIGHT_CODES, INSIGHT_METHODS } from './insight-codes';
import { epochMs, share, values } from './leaves';

/** One statement about a target, a family or a lock. The message catalogue has its sentence under `insights.code.<code>`. */
export const Insight = z
  .object({
    code: z.enum(INSIGHT_CODES),
    target: z.string(),
    family: z.string().nullable().meta({ description: 'null = it is about the target as a whole.' }),
    lock: z.string().nullable().meta({ description: 'Id of the lock; null = it is about several.' }),
    key: z.string().nullable().meta({ description: 'Key of the lock, for a screen.' }),
    n: z.int().meta({ description: 'Size of the sample that the figures are made of.' }),
    method: z.enum(INSIGHT_METHODS),
    confidence: share.meta({
      description: 'Probability that the statement holds, as its method estimates it from the sample.',
    }),
    harm: z.number().min(0).meta({ description: 'Waiter-seconds an hour that it is about.' }),
    values: values.meta({ description: 'Figures of the sentence.' }),
    rows: z.array(values).meta({ description: 'Lines of its table; [] = it has none.' }),
  })
  .meta({ id: 'Insight' });
export type Insight = z.infer<typeof Insight>;

/** Insights of a range, the most harm first. */
export const InsightsAnswer = z
  .object({ ...range, insights: z.array(Insight), nowMs: epochMs })
  .meta({ id: 'InsightsAnswer' });
export type InsightsAnswer = z.infer<typeof InsightsAnswer>;
