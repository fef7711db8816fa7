import { timelineQuery } from '@/lib/contract/history-queries';
import { timelineAnswer } from '@/lib/reads/history';
import { handleGet } from '@/lib/server/http/handle';

export const GET = handleGet(timelineQuery, ({ runtime, query }) => timelineAnswer(runtime, query));
