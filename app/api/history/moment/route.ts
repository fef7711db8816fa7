import { handleGet } from '@/lib/server/handle';
import { momentAnswer } from '@/lib/server/history';
import { momentQuery } from '@/lib/server/requests-history';

export const GET = handleGet(momentQuery, ({ runtime, query }) => momentAnswer(runtime, query));
