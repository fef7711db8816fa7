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
  q: part('the key, the lock id, the holder or the reason'),
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

export const auditExportQuery = z
  .strictObject({ ...filter, format: z.enum(['json', 'csv']).default('json') })
  .check(inOrder);

/** An action or an attempt through the console. */
const AuditEntry = z
  .object({
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
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditAnswer = z
  .object({
    entries: z.array(AuditEntry),
    more: z.boolean().meta({ description: 'Older entries match as well.' }),
    nowMs: epochMs,
  })
  .meta({ id: 'AuditAnswer' });
export type AuditAnswer = z.infer<typeof AuditAnswer>;

export const AuditExport = AuditAnswer.pick({ entries: true })
  .extend({
    more: z.boolean().meta({ description: 'The limit left out older entries that match.' }),
    limit: z.int(),
  })
  .meta({ id: 'AuditExport' });
