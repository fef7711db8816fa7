import { handleGet } from '@/lib/server/handle';
import { horizonAnswer } from '@/lib/server/history';
import { horizonQuery } from '@/lib/server/requests-history';

export const GET = handleGet(horizonQuery, ({ runtime, query }) => horizonAnswer(runtime, query));
