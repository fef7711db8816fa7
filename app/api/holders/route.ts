import { holders } from '@/lib/server/grouped';
import { handleGet } from '@/lib/server/handle';
import { groupedQuery } from '@/lib/server/requests';

export const GET = handleGet(groupedQuery, ({ runtime, query }) => holders(runtime, query));
