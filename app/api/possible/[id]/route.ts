import { callerOf } from '@/lib/server/act';
import { handlePost } from '@/lib/server/handle';
import { decide } from '@/lib/server/possible';
import { decideBody } from '@/lib/server/requests';

export const POST = handlePost(decideBody, ({ request, runtime, id, body }) =>
  decide(runtime, id, body, callerOf(runtime, request)),
);
