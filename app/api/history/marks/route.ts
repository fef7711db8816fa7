import { handleGet } from '@/lib/server/handle';
import { marksAnswer } from '@/lib/server/history';
import { marksQuery } from '@/lib/server/requests-history';

export const GET = handleGet(marksQuery, ({ runtime, query }) => marksAnswer(runtime, query));
