import { handleGet } from '@/lib/server/handle';
import { handoverAnswer } from '@/lib/server/history';
import { handoverQuery } from '@/lib/server/requests-history';

export const GET = handleGet(handoverQuery, ({ runtime, query }) => handoverAnswer(runtime, query));
