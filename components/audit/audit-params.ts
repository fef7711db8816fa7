import { parseAsString } from 'nuqs/server';
import { auditQueries } from '@/lib/api/queries';
import { type AUDIT_FIELDS, type AuditTexts, auditProblem } from '@/lib/domain/actions/audit';

const TEXT = parseAsString.withDefault('').withOptions({ history: 'push' });

/** The filter of the audit, in the URL. */
export const AUDIT_PARAMS = {
  ...{ actor: TEXT, action: TEXT, outcome: TEXT },
  ...{ q: TEXT, from: TEXT, to: TEXT },
} satisfies Record<(typeof AUDIT_FIELDS)[number], typeof TEXT>;

/** What the page asks first: nothing where the filter in the URL is none. */
export function auditQueriesFor(texts: AuditTexts, target: string | null) {
  return auditProblem(texts) === null ? [auditQueries.matching(texts, target)] : [];
}
