import { z } from 'zod';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES } from './action-codes';
import { time } from './history/history-queries';
import { epochMs } from './leaves';
import { limitOf, target } from './queries';

const part = (of: string) =>
  z
    .string()
    .max(500)
    .optional()
    .meta({ description: `Part of ${of}, in either case.` });

const filter = {
  lockId: z.string().max(2_048).optional(),
  target: target.optional(),
  actor: part('who acted'),
  action: z.enum(AUDIT_ACTIONS).optional(),
  outcome: z.enum(AUDIT_OUTCOMES).optional(),
  q: part('the key, the lock id, the holder, the reason or the ticket'),
  from: time.optional().meta({ description: 'Not before this. Epoch ms or ISO 8601 with a zone.' }),
  to: time.optional().meta({ description: 'Before this. Epoch ms or ISO 8601 with a zone.' }),
};

type Range = { from?: number | undefined; to?: number | undefined };

function inOrder({ value: { from, to }, issues }: z.core.ParsePayload<Range>): void {
  if (from === undefined || to === undefined || from < to) return;
  issues.push({ code: 'custom', path: ['from'], message: 'must be before `to`', input: from });
}

export const auditQuery = z.strictObject({ ...filter, limit: limitOf(1_000, 200) }).check(inOrder);
/** Filter of the entries; an absent field matches all. */
export type AuditFilter = Omit<z.output<typeof auditQuery>, 'limit'>;

/** `jsonl`: an entry a line. `ocsf`: an event a line, of class API Activity of OCSF 1.x. */
const AUDIT_FORMATS = ['json', 'csv', 'jsonl', 'ocsf'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

export const auditExportQuery = z
  .strictObject({ ...filter, format: z.enum(AUDIT_FORMATS).default('json') })
  .check(inOrder);

/** An action or an attempt through the console. */
export const auditEntry = z.object({
  id: z.int(),
  atMs: epochMs,
  actor: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  target: z.string(),
  /** null = it concerned no lock, or several. */
  lockId: z.string().nullable(),
  /** Without a single lock, the scope: a family, a glob, a server; '' = all. */
  key: z.string(),
  holder: z.string().nullable(),
  reason: z.string(),
  outcome: z.enum(AUDIT_OUTCOMES),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const hash = z.string().length(64);

/** An entry as it is read. */
const ChainedEntry = auditEntry
  .extend({
    hash: hash.nullable().meta({
      description:
        'SHA-256 of its newest link in the hash chain; null = it, or its outcome, is not in the database yet, or no link states it (`uncovered`).',
    }),
  })
  .meta({ id: 'AuditEntry' });
export type ChainedEntry = z.infer<typeof ChainedEntry>;

/** Whether the audit is as it was written. */
export const AuditChain = z
  .object({
    entries: z.int(),
    links: z.int().meta({ description: 'One a change of an entry.' }),
    headHash: hash.nullable().meta({ description: 'Of the newest link; null = it was removed by hand.' }),
    verifiedAtMs: epochMs,
    prunedBeforeMs: epochMs.nullable().meta({
      description: 'Retention removed entries from before this; null = none.',
    }),
    broken: z
      .object({
        seq: z.int().nullable().meta({ description: 'Link that does not fit; null = the entry has none.' }),
        entry: z
          .int()
          .nullable()
          .meta({ description: 'null = of no entry, or of one that is not shown to you.' }),
        fault: z.enum(['changed', 'missing', 'added', 'link']).meta({
          description:
            'changed, missing, added: the entry was changed, removed, or written past the console or has lost its links. link: the link was changed, moved or removed.',
        }),
      })
      .nullable()
      .meta({
        description: 'The first that does not fit; null = all links and the entries that they state do.',
      }),
    uncovered: z
      .object({
        entries: z.int(),
        range: z
          .object({ fromEntry: z.int(), toEntry: z.int(), fromMs: epochMs, toMs: epochMs })
          .nullable()
          .meta({ description: 'The first and the last of them; null = not shown to you.' }),
      })
      .nullable()
      .meta({
        description:
          'Entries that no link states: a console from before the chain wrote them to the same database, or somebody by hand. null = none, or not looked for where it is broken.',
      }),
    nowMs: epochMs,
  })
  .meta({ id: 'AuditChain' });
export type AuditChain = z.infer<typeof AuditChain>;

export const AuditAnswer = z
  .object({
    entries: z.array(ChainedEntry),
    more: z.boolean().meta({ description: 'Older entries match as well.' }),
    partial: z.boolean().meta({
      description:
        'Only entries of targets and keys of which the caller may read the audit, and those of the caller’s own acts elsewhere, of which `details.onlyOwn` is true and no more is shown than was sent: there may be others.',
    }),
    waiting: z.int().meta({
      description:
        'Entries that the database has not taken yet, whatever the filter. They are in a file, and in `entries` under a number below zero.',
    }),
    nowMs: epochMs,
  })
  .meta({ id: 'AuditAnswer' });
export type AuditAnswer = z.infer<typeof AuditAnswer>;

export const AuditExport = AuditAnswer.pick({ entries: true })
  .extend({
    more: z.boolean().meta({ description: 'The limit left out older entries that match.' }),
    limit: z.int(),
    chain: z.object({ seq: z.int(), hash }).nullable().meta({
      description:
        'The newest link of the hash chain when the file was made. Keep it where nobody can change it.',
    }),
  })
  .meta({ id: 'AuditExport' });
