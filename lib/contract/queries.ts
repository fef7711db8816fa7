import { z } from 'zod';

/** Query fields that several endpoints share. */

export const noQuery = z.strictObject({});

export const flagText = z
  .enum(['1', '0', 'true', 'false'])
  .transform((text) => text === '1' || text === 'true');
export const target = z.string().max(64).meta({ description: 'Name of one target; without it, all.' });
export const offset = z.coerce.number().int().min(0).max(1_000_000).default(0);
export const limitOf = (most: number, usual: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(most)
    .default(usual)
    .meta({ description: `At most ${most}.` });

export const targetQuery = z.strictObject({ target: target.optional() });
