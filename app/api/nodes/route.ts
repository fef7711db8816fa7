import { nodesAnswer } from '@/lib/reads/nodes';
import { handleGet } from '@/lib/server/http/handle';
import { noQuery } from '@/lib/server/requests';

export const GET = handleGet(noQuery, ({ runtime }) => nodesAnswer(runtime));
