import { z } from 'zod';
import { limitOf } from '../queries';

export const docsQuery = z.strictObject({
  q: z.string().max(200).default('').meta({ description: 'Words that a section has to have, all of them.' }),
  limit: limitOf(50, 20),
});

const DocHit = z.object({
  /** Address of the section in the console. */
  path: z.string(),
  /** Title of its page. */
  page: z.string(),
  /** null = the beginning of the page. */
  heading: z.string().nullable(),
  /** The text around the first match, at most 230 characters. */
  excerpt: z.string(),
});
export type DocHit = z.infer<typeof DocHit>;

export const DocsAnswer = z
  .object({
    hits: z.array(DocHit),
    /** Number of all sections that match. */
    matched: z.int(),
  })
  .meta({ id: 'DocsAnswer' });
export type DocsAnswer = z.infer<typeof DocsAnswer>;
