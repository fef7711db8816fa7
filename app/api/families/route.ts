import { families } from '@/lib/server/grouped';
import { handleGet } from '@/lib/server/handle';
import { familiesQuery } from '@/lib/server/requests';

export const GET = handleGet(familiesQuery, ({ runtime, query }) => families(runtime, query));
