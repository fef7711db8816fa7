import { holder, holderRefOf } from '@/lib/server/grouped';
import { handleGet } from '@/lib/server/handle';
import { noQuery } from '@/lib/server/requests';

export const GET = handleGet(noQuery, ({ runtime, request }) => holder(runtime, holderRefOf(request.url)));
