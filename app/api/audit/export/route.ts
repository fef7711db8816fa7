import { auditExport } from '@/lib/reads/audit';
import { handleGet } from '@/lib/server/http/handle';
import { auditExportQuery } from '@/lib/server/requests-audit';

export const GET = handleGet(auditExportQuery, ({ runtime, query }) => auditExport(runtime, query));
