import { handleGet } from '@/lib/server/handle';
import { nodesAnswer } from '@/lib/server/nodes';
import { noQuery } from '@/lib/server/requests';

export const GET = handleGet(noQuery, ({ runtime }) => nodesAnswer(runtime));
