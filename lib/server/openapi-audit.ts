import { z } from 'zod';
import { AUDIT_EXPORT_LIMIT } from '../domain/actions/audit';
import { auditAnswer } from './answers';
import type { Operation } from './http/openapi';
import * as requests from './requests-audit';

const auditExport = auditAnswer
  .pick({ entries: true })
  .extend({
    more: z.boolean().meta({ description: 'The limit left out older entries that match.' }),
    limit: z.int(),
  })
  .meta({ id: 'AuditExport' });

/** Routes of the audit. `error` = the schema of an error answer. */
export function auditOperations(error: z.ZodType): Operation[] {
  return [
    {
      method: 'get',
      path: '/api/audit',
      summary: 'What was done or tried through this console, newest first, as far as it matches.',
      query: requests.auditQuery,
      answer: auditAnswer,
    },
    {
      method: 'get',
      path: '/api/audit/export',
      summary: `The newest ${AUDIT_EXPORT_LIMIT} matching entries as a file. \`format=csv\` for a table.`,
      query: requests.auditExportQuery,
      answer: auditExport,
      errors: { 503: error, 504: error },
    },
  ];
}
