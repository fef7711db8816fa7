import { waitGraph } from '@/lib/reads/wait-graph';
import { handleGet } from '@/lib/server/http/handle';
import { targetQuery } from '@/lib/server/requests';

export const GET = handleGet(targetQuery, ({ runtime, query }) => waitGraph(runtime, query.target ?? null));
