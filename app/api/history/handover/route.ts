import { handoverQuery } from '@/lib/contract/history-queries';
import { handoverAnswer } from '@/lib/reads/history';
import { handleGet } from '@/lib/server/http/handle';

export const GET = handleGet(handoverQuery, ({ runtime, query }) => handoverAnswer(runtime, query));
