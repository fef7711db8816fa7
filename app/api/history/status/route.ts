import { handleGet } from '@/lib/server/handle';
import { statusAnswer } from '@/lib/server/history';
import { noQuery } from '@/lib/server/requests';

export const GET = handleGet(noQuery, ({ runtime }) => statusAnswer(runtime));
