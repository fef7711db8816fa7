import { callerOf } from '@/lib/actions/run-action';
import { xray } from '@/lib/actions/xray/xray';
import { handlePost } from '@/lib/server/http/handle';
import { xrayBody } from '@/lib/server/requests';

export const POST = handlePost(xrayBody, ({ request, runtime, id, body }) =>
  xray(runtime, { id, body, caller: callerOf(runtime, request), signal: request.signal }),
);
