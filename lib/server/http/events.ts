import type { Principal } from '../../domain/access/principal';
import { eventStream, STREAM_HEADERS } from '../runtime/event-stream';
import type { Runtime } from '../runtime/types';

/** The live stream for one client, from where it left off if that is still known. It ends with the session of the client. */
export function eventsFor(
  runtime: Runtime,
  request: Request,
  lastEventId: string | null,
  by: Principal,
): Response {
  if (request.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS });
  const { live } = runtime;
  const from = request.headers.get('last-event-id') ?? lastEventId;
  const signal = runtime.access.untilSessionEnds(by, request);
  return eventStream(signal, (sink) => live.subscribe(sink, from), { resync: live.slowResync });
}
