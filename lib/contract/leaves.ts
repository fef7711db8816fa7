import { z } from 'zod';
import type { DisplayText as Shown } from '../domain/keys/bytes';
import type { Counted } from '../domain/values/counted';
import { KNOWN_BY } from './codes';
import { TICKET, TICKET_LIMIT } from './limits';

/** Base schemas of all resources. null = cannot be known; 0 and [] = known to be none. */

/** A schema for a type declared elsewhere without zod: it compiles only while the two are identical. */
function exactly<Leaf>() {
  return <S extends z.ZodType<Leaf>>(schema: [Leaf] extends [z.infer<S>] ? S : never): S => schema;
}

export const displayText = exactly<Shown>()(
  z
    .object({
      text: z
        .string()
        .meta({ description: 'For a screen: control and foreign bytes are escaped, the end may be cut.' }),
      exact: z.boolean().meta({ description: 'Whether `text` is the complete value.' }),
      byteLength: z.int(),
    })
    .meta({ id: 'DisplayText' }),
);

export const epochMs = z.number().meta({ description: 'Epoch ms on the clock of the console.' });

/** Milliseconds Redis says are left; `'none'` = never expires, worth a warning. */
export const TtlMs = z
  .union([z.number(), z.literal('none')])
  .meta({ id: 'TtlMs', description: 'Milliseconds that Redis says are left; "none" = never expires.' });
export type TtlMs = z.infer<typeof TtlMs>;

/** A number, or null where it cannot be known. */
export const countOrUnknown = z.int().nullable() as unknown as z.ZodType<Counted>;
/** Of an act, for the audit. */
export const ticket = z
  .string()
  .trim()
  .max(TICKET_LIMIT)
  .regex(TICKET, 'must be one word without quotes, backslashes and angle brackets')
  .optional()
  .meta({ description: 'Reference to a ticket, such as INC-1234 or a URL; kept in the audit.' });

export const figure = z.number().nullable();
export const share = z.number().min(0).max(1);
export const values = z.record(z.string(), z.union([z.string(), z.number()]));
export const interval = z.object({ fromMs: epochMs, toMs: epochMs });

export const Known = z
  .object({ by: z.enum(KNOWN_BY), atMs: epochMs })
  .meta({ id: 'Known', description: 'How and when a figure became known.' });
export type Known = z.infer<typeof Known>;
