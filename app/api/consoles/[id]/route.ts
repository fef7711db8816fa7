import { askSchema } from '@/lib/server/consoles/answer-ask';
import { answerTo, feedFor } from '@/lib/server/consoles/door';
import { handleGet, handlePost } from '@/lib/server/http/handle';
import { noQuery } from '@/lib/server/requests';

export const GET = handleGet(noQuery, ({ runtime, id, request }) => feedFor(runtime.consoles, id, request));

export const POST = handlePost(
  askSchema,
  ({ runtime, id, request, body }) => answerTo(runtime.consoles, id, request, body),
  { reads: true },
);
