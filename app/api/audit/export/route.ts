import { auditExport } from '@/lib/server/audit';
import { handleGet } from '@/lib/server/handle';
import { auditExportQuery } from '@/lib/server/requests-audit';

export const GET = handleGet(auditExportQuery, ({ runtime, query }) => auditExport(runtime, query));
