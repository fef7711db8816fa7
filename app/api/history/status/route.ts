import { statusAnswer } from '@/lib/reads/history';
import { handleGet } from '@/lib/server/http/handle';
import { noQuery } from '@/lib/server/requests';

export const GET = handleGet(noQuery, ({ runtime }) => statusAnswer(runtime));
