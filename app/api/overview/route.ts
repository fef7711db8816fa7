import { handleGet } from '@/lib/server/handle';
import { overviewOf } from '@/lib/server/overview';
import { targetQuery } from '@/lib/server/requests';

export const GET = handleGet(targetQuery, ({ runtime, query }) => overviewOf(runtime, query.target ?? null));
