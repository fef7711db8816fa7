import { debtQuery } from '@/lib/contract/history-queries';
import { debtAnswer } from '@/lib/reads/history';
import { handleGet } from '@/lib/server/http/handle';

export const GET = handleGet(debtQuery, ({ runtime, query }) => debtAnswer(runtime, query));
