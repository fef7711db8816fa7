import { seriesQuery } from '@/lib/contract/history-queries';
import { seriesAnswer } from '@/lib/reads/history';
import { handleGet } from '@/lib/server/http/handle';

export const GET = handleGet(seriesQuery, ({ runtime, query }) => seriesAnswer(runtime, query));
