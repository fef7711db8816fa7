import { families } from '@/lib/reads/grouped';
import { handleGet } from '@/lib/server/http/handle';
import { groupedQuery } from '@/lib/server/requests';

export const GET = handleGet(groupedQuery, ({ runtime, query }) => families(runtime, query));
