import { handlePost } from '@/lib/server/handle';
import { preview } from '@/lib/server/preview';
import { previewBody } from '@/lib/server/requests';

export const POST = handlePost(previewBody, ({ runtime, id, body }) => preview(runtime, id, body), {
  reads: true,
});
