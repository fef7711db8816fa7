import { LockError } from '../domain/errors';
import { answer } from './http';
import { runtime } from './runtime';

/** Answers every path of the API that is no route, as every error is answered. */
export function missingRoute(request: Request): Promise<Response> {
  return answer(request, runtime().log, async () => {
    throw new LockError('not-found', 'The API has no such route; GET /api/openapi.json lists them.');
  });
}
