import { z } from 'zod';
import { time } from '../contract/history-queries';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES } from '../domain/actions/audit';
import { limitOf, target } from './requests';

/** What the routes of the audit accept. */

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

export const auditExportQuery = z
  .strictObject({ ...filter, format: z.enum(['json', 'csv']).default('json') })
  .check(inOrder);
