import { decide } from '@/lib/actions/possible';
import { callerOf } from '@/lib/actions/run-action';
import { handlePost } from '@/lib/server/http/handle';
import { decideBody } from '@/lib/server/requests';

export const POST = handlePost(decideBody, ({ request, runtime, id, body }) =>
  decide(runtime, id, body, callerOf(runtime, request)),
);
