import { handleGet } from '@/lib/server/handle';
import { listPage } from '@/lib/server/list';
import { listQuery } from '@/lib/server/requests';

export const GET = handleGet(listQuery, ({ runtime, query }) => listPage(runtime, query));
