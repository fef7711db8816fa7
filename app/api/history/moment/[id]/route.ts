import { pastLockQuery } from '@/lib/contract/history-queries';
import { pastLockAnswer } from '@/lib/reads/history';
import { handleGet } from '@/lib/server/http/handle';

export const GET = handleGet(pastLockQuery, ({ runtime, id, query }) =>
  pastLockAnswer(runtime, id, query.at),
);
