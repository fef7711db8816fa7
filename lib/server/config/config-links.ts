import { z } from 'zod';
import { LINK_FIELDS, linkTemplateProblem } from '../../domain/values/link-template';

const linkSchema = z.strictObject({
  name: z.string().trim().min(1).max(24).meta({ description: 'As the link is shown.' }),
  url: z
    .string()
    .max(2_000)
    .superRefine((url, context) => {
      const problem = linkTemplateProblem(url);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    })
    .meta({
      description: `Where it leads; after its host it may have ${LINK_FIELDS.map((field) => `{${field}}`).join(', ')}.`,
    }),
});

export const linksSchema = z
  .array(linkSchema)
  .max(8)
  .refine((links) => new Set(links.map(({ name }) => name)).size === links.length, 'has a name twice');
