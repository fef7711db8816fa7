import { callerOf } from '@/lib/server/act';
import { handleGet, handlePost } from '@/lib/server/handle';
import { silenceBody, targetQuery } from '@/lib/server/requests';
import { addSilence, silencesAnswer } from '@/lib/server/silences';

export const GET = handleGet(targetQuery, ({ runtime, query }) =>
  silencesAnswer(runtime, query.target ?? null),
);

export const POST = handlePost(silenceBody, ({ request, runtime, body }) =>
  addSilence(runtime, body, callerOf(runtime, request)),
);
