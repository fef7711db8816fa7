import { act, callerOf } from '@/lib/actions/run-action';
import { handlePost } from '@/lib/server/http/handle';
import { actBody } from '@/lib/server/requests';

export const POST = handlePost(actBody, ({ request, runtime, id, body }) =>
  act(runtime, { id, action: 'extend', body, caller: callerOf(runtime, request) }),
);
