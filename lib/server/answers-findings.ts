import { z } from 'zod';
import { tally } from '../contract/tally';
import type { FindingsAnswer } from '../domain/api';
import type { SilenceResult, SilencesAnswer } from '../domain/silences-api';
import { epochMs, FINDINGS, finding } from './answers-lock';
import { silenceBody } from './requests';

export const command = z
  .string()
  .nullable()
  .meta({ description: 'What cures it, to be run on the server; null = no one command does.' });

export const openFinding = finding
  .extend({
    id: z.string().nullable(),
    target: z.string(),
    node: z.string().nullable().meta({ description: 'The server it is about; null = it is about a lock.' }),
    key: z.string().nullable(),
    command,
    count: z.int(),
    silence: z
      .object({ id: z.string(), untilMs: epochMs, reason: z.string(), by: z.string() })
      .nullable()
      .meta({ description: 'Somebody knows of it, and it is counted nowhere until then.' }),
  })
  .meta({ id: 'OpenFinding' });

export const findingsAnswer = z
  .object({
    findings: z.array(openFinding),
    byCode: z.array(z.object({ code: z.enum(FINDINGS), count: z.int() })),
    silenced: z.int().meta({ description: 'How many are silenced; `byCode` counts the others.' }),
    tally,
    nowMs: epochMs,
  })
  .meta({ id: 'FindingsAnswer' }) satisfies z.ZodType<FindingsAnswer>;

const silence = silenceBody
  .extend({ id: z.string(), by: z.string(), createdMs: epochMs })
  .meta({ id: 'Silence' });

export const silencesAnswer = z
  .object({
    silences: z.array(
      silence
        .extend({ findings: z.int().meta({ description: 'Open findings that it is about now.' }) })
        .meta({ id: 'RunningSilence' }),
    ),
    kept: z.enum(['file', 'memory']).meta({ description: 'memory = forgotten when the console stops.' }),
    notes: z.array(
      z.discriminatedUnion('code', [
        z.object({ code: z.literal('corrupt'), path: z.string(), movedTo: z.string(), atMs: epochMs }),
        z.object({
          code: z.enum(['unreadable', 'unwritable']),
          path: z.string(),
          why: z.string(),
          atMs: epochMs,
        }),
      ]),
    ),
    nowMs: epochMs,
  })
  .meta({ id: 'SilencesAnswer' }) satisfies z.ZodType<SilencesAnswer>;

export const silenceResult = z
  .object({ silence, auditId: z.int() })
  .meta({ id: 'SilenceResult' }) satisfies z.ZodType<SilenceResult>;
