import { handleGet } from '@/lib/server/handle';
import { seriesAnswer } from '@/lib/server/history';
import { seriesQuery } from '@/lib/server/requests-history';

export const GET = handleGet(seriesQuery, ({ runtime, query }) => seriesAnswer(runtime, query));
