import { z } from 'zod';
import { HAZARDS } from '../../contract/action-codes';
import { compilePattern, PATTERN_LIMIT } from '../../formats/core/pattern';
import { RULE_GROUPS, RULE_TYPES, type Rule, SINCE_UNITS } from '../../formats/core/rule';
import { wakeProblem } from '../../formats/core/rule-format';
import { formats } from '../../formats/index';

const text = z.string().trim().min(1, 'must not be empty').max(64, 'must have at most 64 characters');
const message = z.string().max(1024).optional().meta({
  description: 'What is published or pushed; {key} stands for the key. Default 0.',
});
const template = z.string().min(1, 'must not be empty').max(512);

const expression = z.string().superRefine((source, context) => {
  const problem = patternProblem(source);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

const wake = z.union(
  [
    z.strictObject({
      channel: template.meta({ description: 'Pub/sub channel; {key} stands for the key.' }),
      message,
    }),
    z.strictObject({
      list: template.meta({ description: 'List that waiters block on; {key} stands for the key.' }),
      message,
      ttlMs: z.int().min(1).optional().meta({ description: 'How long an item is kept. Default: for ever.' }),
    }),
  ],
  { error: 'must be { "channel", "message"? } or { "list", "message"?, "ttlMs"? }' },
);

const ruleSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be lower case letters, digits and hyphens, at most 64')
      .refine((id) => id !== 'unknown-value' && !formats.some((format) => format.id === id), {
        error: 'is the id of a built-in format',
      })
      .meta({ description: 'Name of the format, unlike those of all others.' }),
    library: text.meta({ description: 'What writes such locks, for the screen.' }),
    language: text.optional().meta({ description: 'Its language, for the screen.' }),
    key: z
      .union([z.string().min(1).max(1024), z.strictObject({ pattern: expression })], {
        error: 'must be a Redis glob or { "pattern": a regular expression }',
      })
      .meta({ description: 'Keys of the format: a Redis glob, or a regular expression of the whole key.' }),
    type: z
      .enum(RULE_TYPES, { error: `must be one of ${RULE_TYPES.join(', ')}` })
      .meta({ description: 'Redis type of the key.' }),
    token: expression.optional().meta({
      description: `Regular expression of a whole token: the value of a string, each field of a hash, each member of a zset or set. Named groups: ${RULE_GROUPS.join(', ')}. At most ${PATTERN_LIMIT} characters, in the syntax of RE2: no look-around, no back-references.`,
    }),
    since: z
      .enum(SINCE_UNITS, { error: `must be one of ${SINCE_UNITS.join(', ')}` })
      .optional()
      .meta({ description: 'What the group "since" is in: s, ms or us since 1970, or iso.' }),
    tokenUnique: z.boolean().optional().meta({
      description:
        'Whether no successor can ever write the same token. Default false: the deadline is compared too.',
    }),
    ttlFloor: z
      .union([z.strictObject({ share: z.number().gt(0).lt(1) }), z.strictObject({ ms: z.int().min(1) })], {
        error: 'must be { "share": 0 to 1, of the lease } or { "ms": milliseconds }',
      })
      .optional()
      .meta({
        description: 'Below what the TTL of a holder that renews never falls. Default: it does not renew.',
      }),
    wake: wake.optional().meta({ description: 'How a release tells waiters. Default: it does not.' }),
    hazards: z
      .array(z.enum(HAZARDS, { error: `must be among ${HAZARDS.join(', ')}` }))
      .max(HAZARDS.length)
      .optional()
      .meta({ description: 'What a release may bring about.' }),
  })
  .superRefine((rule, context) => {
    const refuse = (path: string[], problem: string) =>
      context.addIssue({ code: 'custom', path, message: problem });
    const told = [rule.token, typeof rule.key === 'string' ? undefined : rule.key.pattern].flatMap(
      (source) => (source === undefined || patternProblem(source) ? [] : compilePattern(source).groups),
    );
    if (told.includes('since') && !rule.since) refuse(['since'], 'must say what the group "since" is in');
    if (!told.includes('since') && rule.since)
      refuse(['since'], 'is given, but no pattern has a group "since"');
    const problem = rule.wake && wakeProblem(rule.wake);
    if (problem) refuse(['wake', problem.field], problem.problem);
  }) satisfies z.ZodType<Rule>;

export const rulesSchema = z
  .array(ruleSchema)
  .max(100)
  .superRefine((rules, context) => {
    const ids = rules.map(({ id }) => id);
    const twice = ids.findIndex((id, i) => ids.indexOf(id) !== i);
    if (twice >= 0) context.addIssue({ code: 'custom', path: [twice, 'id'], message: 'is taken already' });
  });

/** What is wrong with a regular expression of a rule; null = nothing. */
function patternProblem(source: string): string | null {
  try {
    const unknown = compilePattern(source).groups.find(
      (name) => !RULE_GROUPS.some((known) => known === name),
    );
    return unknown === undefined
      ? null
      : `has a group "${unknown}"; those with a meaning are ${RULE_GROUPS.join(', ')}`;
  } catch (error) {
    return error instanceof Error ? error.message : 'cannot be used';
  }
}
