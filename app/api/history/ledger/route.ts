import { ledgerQuery } from '@/lib/contract/history-queries';
import { ledgerAnswer } from '@/lib/reads/history';
import { handleGet } from '@/lib/server/http/handle';

export const GET = handleGet(ledgerQuery, ({ runtime, query }) => ledgerAnswer(runtime, query));
