import { possibleAnswer } from '@/lib/actions/possible';
import { handleGet } from '@/lib/server/http/handle';
import { targetQuery } from '@/lib/server/requests';

export const GET = handleGet(targetQuery, ({ runtime, query }) =>
  possibleAnswer(runtime, query.target ?? null),
);
