import { handleGet } from '@/lib/server/handle';
import { debtAnswer } from '@/lib/server/history';
import { debtQuery } from '@/lib/server/requests-history';

export const GET = handleGet(debtQuery, ({ runtime, query }) => debtAnswer(runtime, query));
