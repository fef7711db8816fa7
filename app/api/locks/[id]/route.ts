import { readDetail } from '@/lib/reads/read-detail';
import { handleGet } from '@/lib/server/http/handle';
import { noQuery } from '@/lib/server/requests';

export const GET = handleGet(noQuery, ({ runtime, id }) => readDetail(runtime, id));
