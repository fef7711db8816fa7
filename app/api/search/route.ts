import { search } from '@/lib/reads/search';
import { handleGet } from '@/lib/server/http/handle';
import { searchQuery } from '@/lib/server/requests';

export const GET = handleGet(searchQuery, ({ runtime, query }) => search(runtime, query.q, query.limit));
