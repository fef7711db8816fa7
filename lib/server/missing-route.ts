import { LockError } from '../domain/values/errors';
import { answer } from './http/http';
import { runtime } from './start/runtime';

/** Answers every path of the API that is no route, as every error is answered. */
export function missingRoute(request: Request): Promise<Response> {
  return answer(request, runtime().log, async () => {
    throw new LockError('not-found', 'The API has no such route; GET /api/openapi.json lists them.');
  });
}
