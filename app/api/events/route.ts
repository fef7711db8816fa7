import { eventsFor } from '@/lib/server/events';
import { handleGet } from '@/lib/server/handle';
import { eventsQuery } from '@/lib/server/requests';

export const GET = handleGet(eventsQuery, ({ request, runtime, query }) =>
  eventsFor(runtime, request, query.lastEventId ?? null),
);
