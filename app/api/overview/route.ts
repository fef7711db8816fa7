import { overviewOf } from '@/lib/reads/overview';
import { handleGet } from '@/lib/server/http/handle';
import { targetQuery } from '@/lib/server/requests';

export const GET = handleGet(targetQuery, ({ runtime, query }) => overviewOf(runtime, query.target ?? null));
