import { annotate } from '@/lib/actions/annotations';
import { callerOf } from '@/lib/actions/run-action';
import { annotationBody } from '@/lib/contract/history-queries';
import { handlePost } from '@/lib/server/http/handle';

export const POST = handlePost(annotationBody, ({ request, runtime, body }) =>
  annotate(runtime, body, callerOf(runtime, request)),
);
