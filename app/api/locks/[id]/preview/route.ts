import { preview } from '@/lib/actions/preview';
import { handlePost } from '@/lib/server/http/handle';
import { previewBody } from '@/lib/server/requests';

export const POST = handlePost(previewBody, ({ runtime, id, body }) => preview(runtime, id, body), {
  reads: true,
});
