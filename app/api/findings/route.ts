import { findingsAnswer } from '@/lib/reads/findings';
import { handleGet } from '@/lib/server/http/handle';
import { targetQuery } from '@/lib/server/requests';

export const GET = handleGet(targetQuery, ({ runtime, query }) =>
  findingsAnswer(runtime, query.target ?? null),
);
