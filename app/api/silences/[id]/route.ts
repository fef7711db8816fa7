import { callerOf } from '@/lib/server/act';
import { handleDelete } from '@/lib/server/handle';
import { endSilence } from '@/lib/server/silences';

export const DELETE = handleDelete(({ request, runtime, id }) =>
  endSilence(runtime, id, callerOf(runtime, request)),
);
