import { handleGet } from '@/lib/server/handle';
import { readDetail } from '@/lib/server/read-detail';
import { noQuery } from '@/lib/server/requests';

export const GET = handleGet(noQuery, ({ runtime, id }) => readDetail(runtime, id));
