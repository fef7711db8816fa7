import { auditAnswer } from '@/lib/reads/audit';
import { handleGet } from '@/lib/server/http/handle';
import { auditQuery } from '@/lib/server/requests-audit';

export const GET = handleGet(auditQuery, ({ runtime, query }) => auditAnswer(runtime, query));
