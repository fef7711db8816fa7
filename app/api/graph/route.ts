import { handleGet } from '@/lib/server/handle';
import { targetQuery } from '@/lib/server/requests';
import { waitGraph } from '@/lib/server/wait-graph';

export const GET = handleGet(targetQuery, ({ runtime, query }) => waitGraph(runtime, query.target ?? null));
