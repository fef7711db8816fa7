import { handleGet } from '@/lib/server/handle';
import { searchQuery } from '@/lib/server/requests';
import { search } from '@/lib/server/search';

export const GET = handleGet(searchQuery, ({ runtime, query }) => search(runtime, query.q, query.limit));
