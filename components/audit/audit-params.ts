import { parseAsString } from 'nuqs/server';
import type { AUDIT_FIELDS } from '@/lib/domain/actions/audit';

const TEXT = parseAsString.withDefault('').withOptions({ history: 'push' });

/** The filter of the audit, in the URL. */
export const AUDIT_PARAMS = {
  ...{ actor: TEXT, action: TEXT, outcome: TEXT },
  ...{ q: TEXT, from: TEXT, to: TEXT },
} satisfies Record<(typeof AUDIT_FIELDS)[number], typeof TEXT>;
