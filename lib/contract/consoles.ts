import { z } from 'zod';

const key = z
  .string()
  .max(65_536)
  .regex(/^[\0-\xff]*$/, 'must be bytes');

/** Requests of a following console to the collecting one. */
export const Ask = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('refresh'), keys: z.array(key).max(1_000) }),
  z.strictObject({ verb: z.literal('refresh-holders'), key, maxAgeMs: z.number().min(0) }),
  z.strictObject({
    verb: z.literal('expect'),
    id: z.string().max(2_048),
    act: z.enum(['force-released', 'extended']).nullable(),
  }),
  z.strictObject({ verb: z.literal('on-replicas'), key }),
]);
export type Ask = z.infer<typeof Ask>;
