import { eventsFor } from '@/lib/server/http/events';
import { handleGet } from '@/lib/server/http/handle';
import { eventsQuery } from '@/lib/server/requests';

export const GET = handleGet(eventsQuery, ({ request, runtime, query }) =>
  eventsFor(runtime, request, query.lastEventId ?? null),
);
