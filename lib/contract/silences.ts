import { z } from 'zod';
import { FINDING_CODES } from './finding-codes';
import { epochMs } from './leaves';
import { REASON_LIMIT } from './limits';

/** The scope of a silence within one rule and target. A glob is a Redis glob, matched on the bytes of the key. */
export const SilenceScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('lock'), id: z.string().min(1).max(2_048) }),
  z.strictObject({ kind: z.literal('family'), family: z.string().min(1).max(1_024) }),
  z.strictObject({ kind: z.literal('glob'), glob: z.string().min(1).max(256) }),
  z.strictObject({ kind: z.literal('node'), node: z.string().min(1).max(300) }),
  z.strictObject({ kind: z.literal('all') }),
]);
export type SilenceScope = z.infer<typeof SilenceScope>;

export const SilenceRequest = z
  .strictObject({
    code: z.enum(FINDING_CODES).meta({ description: 'The rule whose findings are silenced.' }),
    target: z.string().min(1).max(64),
    scope: SilenceScope.meta({
      description:
        'One lock, a family of keys, keys under a Redis glob, one server, or all that the rule finds on the target.',
    }),
    untilMs: z.int().meta({ description: 'Its end, epoch ms: in the future, at most 90 days ahead.' }),
    reason: z
      .string()
      .trim()
      .min(1, 'must say why')
      .max(REASON_LIMIT)
      .meta({ description: `Why nobody needs to look at it; at most ${REASON_LIMIT} characters.` }),
  })
  .meta({ id: 'SilenceRequest' });
export type SilenceRequest = z.infer<typeof SilenceRequest>;

/** A user's statement that findings are known and need no attention, always with an end. */
const Silence = SilenceRequest.extend({ id: z.string(), by: z.string(), createdMs: epochMs }).meta({
  id: 'Silence',
});
export type Silence = z.infer<typeof Silence>;

/** The silence as its findings show it. */
export type SilencedBy = Pick<Silence, 'id' | 'untilMs' | 'reason' | 'by'>;

/** A problem with the silences file, reported until the console restarts. */
const SilenceNote = z.discriminatedUnion('code', [
  z.object({ code: z.literal('corrupt'), path: z.string(), movedTo: z.string(), atMs: epochMs }),
  z.object({
    code: z.enum(['unreadable', 'unwritable']),
    path: z.string(),
    why: z.string(),
    atMs: epochMs,
  }),
]);
export type SilenceNote = z.infer<typeof SilenceNote>;

const RunningSilence = Silence.extend({
  findings: z.int().meta({ description: 'Open findings that it is about now.' }),
}).meta({ id: 'RunningSilence' });
export type RunningSilence = z.infer<typeof RunningSilence>;

export const SilencesAnswer = z
  .object({
    /** Active silences, the next to end first. */
    silences: z.array(RunningSilence),
    kept: z.enum(['file', 'memory']).meta({ description: 'memory = forgotten when the console stops.' }),
    notes: z.array(SilenceNote),
    nowMs: epochMs,
  })
  .meta({ id: 'SilencesAnswer' });
export type SilencesAnswer = z.infer<typeof SilencesAnswer>;

/** Result of a request about one silence. */
export const SilenceResult = z.object({ silence: Silence, auditId: z.int() }).meta({ id: 'SilenceResult' });
export type SilenceResult = z.infer<typeof SilenceResult>;
