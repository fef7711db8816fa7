import { z } from 'zod';

export const actNeeds = z.object({ setting: z.string(), pattern: z.string() }).meta({
  description: 'The setting that would allow an act, and the configured pattern that must have it.',
});

export const offeredActions = z.object({
  release: z.boolean(),
  extend: z.boolean(),
  needs: actNeeds.optional(),
  takesMemory: z
    .array(z.enum(['release', 'extend']))
    .readonly()
    .optional()
    .meta({ description: 'What a server whose memory is full may refuse.' }),
});
