import { callerOf } from '@/lib/actions/run-action';
import { addSilence, silencesAnswer } from '@/lib/actions/silences';
import { handleGet, handlePost } from '@/lib/server/http/handle';
import { silenceBody, targetQuery } from '@/lib/server/requests';

export const GET = handleGet(targetQuery, ({ runtime, query }) =>
  silencesAnswer(runtime, query.target ?? null),
);

export const POST = handlePost(silenceBody, ({ request, runtime, body }) =>
  addSilence(runtime, body, callerOf(runtime, request)),
);
