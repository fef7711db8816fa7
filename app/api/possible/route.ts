import { handleGet } from '@/lib/server/handle';
import { possibleAnswer } from '@/lib/server/possible';
import { targetQuery } from '@/lib/server/requests';

export const GET = handleGet(targetQuery, ({ runtime, query }) =>
  possibleAnswer(runtime, query.target ?? null),
);
