import { callerOf } from '@/lib/actions/run-action';
import { endSilence } from '@/lib/actions/silences';
import { handleDelete } from '@/lib/server/http/handle';

export const DELETE = handleDelete(({ request, runtime, id }) =>
  endSilence(runtime, id, callerOf(runtime, request)),
);
