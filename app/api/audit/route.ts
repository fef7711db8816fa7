import { handleGet } from '@/lib/server/handle';
import { auditAnswer } from '@/lib/server/nodes-and-audit';
import { auditQuery } from '@/lib/server/requests';

export const GET = handleGet(auditQuery, ({ runtime, query }) => auditAnswer(runtime, query));
