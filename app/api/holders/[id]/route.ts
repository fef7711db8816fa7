import { holder, holderRefOf } from '@/lib/reads/grouped';
import { handleGet } from '@/lib/server/http/handle';
import { noQuery } from '@/lib/server/requests';

export const GET = handleGet(noQuery, ({ runtime, request }) => holder(runtime, holderRefOf(request.url)));
