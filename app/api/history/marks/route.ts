import { marksQuery } from '@/lib/contract/history-queries';
import { marksAnswer } from '@/lib/reads/history';
import { handleGet } from '@/lib/server/http/handle';

export const GET = handleGet(marksQuery, ({ runtime, query }) => marksAnswer(runtime, query));
