import { handleGet } from '@/lib/server/handle';
import { timelineAnswer } from '@/lib/server/history';
import { timelineQuery } from '@/lib/server/requests-history';

export const GET = handleGet(timelineQuery, ({ runtime, query }) => timelineAnswer(runtime, query));
