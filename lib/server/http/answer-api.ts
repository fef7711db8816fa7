import { ConsoleError } from '../../domain/values/errors';
import { apiEndpointOf } from '../front/api-methods';
import type { Runtime } from '../runtime/types';
import { answered } from './answered';
import { answer } from './http';

/**
 * Answers a request to a path below `/api` from this runtime, as the contract says; one that is no endpoint as every error
 * is answered. `path` = its segments below `/api`, as they stand in the address.
 */
export function answerApi(running: Runtime, request: Request, path: readonly string[]): Promise<Response> {
  const { pathname } = new URL(request.url);
  const found = apiEndpointOf(request.method, pathname);
  return answer(request, running.log, async () => {
    if (found) return answered(running, found.key, request, decoded(path[found.at - 2] ?? ''));
    throw new ConsoleError('not-found', 'The API has no such route; GET /api/openapi.json lists them.');
  });
}

/** No id holds a percent sign, so decoding once more changes nothing that was decoded. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
