import { findingsAnswer } from '@/lib/server/findings';
import { handleGet } from '@/lib/server/handle';
import { targetQuery } from '@/lib/server/requests';

export const GET = handleGet(targetQuery, ({ runtime, query }) =>
  findingsAnswer(runtime, query.target ?? null),
);
