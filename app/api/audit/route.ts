import { auditAnswer } from '@/lib/server/audit';
import { handleGet } from '@/lib/server/handle';
import { auditQuery } from '@/lib/server/requests-audit';

export const GET = handleGet(auditQuery, ({ runtime, query }) => auditAnswer(runtime, query));
