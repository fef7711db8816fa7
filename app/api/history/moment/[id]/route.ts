import { handleGet } from '@/lib/server/handle';
import { pastLockAnswer } from '@/lib/server/history';
import { pastLockQuery } from '@/lib/server/requests-history';

export const GET = handleGet(pastLockQuery, ({ runtime, id, query }) =>
  pastLockAnswer(runtime, id, query.at),
);
