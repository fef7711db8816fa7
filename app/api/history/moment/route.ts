import { momentQuery } from '@/lib/contract/history-queries';
import { momentAnswer } from '@/lib/reads/history';
import { handleGet } from '@/lib/server/http/handle';

export const GET = handleGet(momentQuery, ({ runtime, query }) => momentAnswer(runtime, query));
