import { horizonQuery } from '@/lib/contract/history-queries';
import { horizonAnswer } from '@/lib/reads/history';
import { handleGet } from '@/lib/server/http/handle';

export const GET = handleGet(horizonQuery, ({ runtime, query }) => horizonAnswer(runtime, query));
