import { handleGet } from '@/lib/server/http/handle';
import { noQuery } from '@/lib/server/requests';

export const GET = handleGet(noQuery, async ({ runtime }) => {
  const { metrics } = runtime;
  return new Response(await metrics.text(runtime), {
    headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
  });
});
