import { listPage } from '@/lib/reads/list';
import { handleGet } from '@/lib/server/http/handle';
import { listQuery } from '@/lib/server/requests';

export const GET = handleGet(listQuery, ({ runtime, query }) => listPage(runtime, query));
