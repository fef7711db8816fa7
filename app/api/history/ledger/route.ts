import { handleGet } from '@/lib/server/handle';
import { ledgerAnswer } from '@/lib/server/history';
import { ledgerQuery } from '@/lib/server/requests-history';

export const GET = handleGet(ledgerQuery, ({ runtime, query }) => ledgerAnswer(runtime, query));
