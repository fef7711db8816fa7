import { callerOf } from '@/lib/server/act';
import { annotate } from '@/lib/server/annotations';
import { handlePost } from '@/lib/server/handle';
import { annotationBody } from '@/lib/server/requests-history';

export const POST = handlePost(annotationBody, ({ request, runtime, body }) =>
  annotate(runtime, body, callerOf(runtime, request)),
);
