import { callerOf } from '@/lib/server/act';
import { handlePost } from '@/lib/server/handle';
import { xrayBody } from '@/lib/server/requests';
import { xray } from '@/lib/server/xray';

export const POST = handlePost(xrayBody, ({ request, runtime, id, body }) =>
  xray(runtime, { id, body, caller: callerOf(runtime, request), signal: request.signal }),
);
