import { z } from 'zod';
import { HistoryMark } from './history/past';
import { epochMs } from './leaves';

const moment = z.int().min(0).max(253_402_300_799_999);

/** A user's note on the charts. */
export const AnnotationRequest = z
  .strictObject({
    title: z.string().trim().min(1, 'must not be empty').max(120),
    kind: z.enum(['deploy', 'note']),
    text: z.string().max(2_000).optional(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .nullish(),
    atMs: moment.nullish().meta({ description: 'null = now.' }),
    untilMs: moment.nullish().meta({ description: 'Its end; null = it is a moment.' }),
    target: z.string().min(1).max(64).nullish().meta({ description: 'null = of all targets.' }),
  })
  .meta({ id: 'AnnotationRequest' });
export type AnnotationRequest = z.infer<typeof AnnotationRequest>;

export const AnnotationResult = z
  .object({ mark: HistoryMark, nowMs: epochMs })
  .meta({ id: 'AnnotationResult' });
export type AnnotationResult = z.infer<typeof AnnotationResult>;
