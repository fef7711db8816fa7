import { callerOf } from '../../actions/run/run-action';
import type { ApiEndpoint } from '../../contract/endpoint';
import type { EndpointKey } from '../../contract/endpoint-types';
import { ENDPOINTS } from '../../contract/endpoints';
import { noQuery } from '../../contract/queries';
import { ConsoleError } from '../../domain/values/errors';
import { apiEndpointOf, methodsOf } from '../front/api-methods';
import type { Runtime } from '../runtime/types';
import { runtime } from '../start/runtime';
import { checkAnswer } from './check-answer';
import { guardChanges, guardOrigin, guardRole, guardWrite, readJson } from './guards';
import { HANDLERS } from './handlers';
import { answer, json, queryOf } from './http';

/** Rights that change nothing. */
const HARMLESS: readonly ApiEndpoint['right'][] = ['open', 'peer', 'read'];
const ANY = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'];

/** Next gives the segments below `/api`. */
type Context = { params: Promise<{ path: string[] }> };

/** Answers every path below `/api`, as the contract says; one that is no endpoint as every error is answered. */
export async function serveApi(request: Request, { params }: Context): Promise<Response> {
  const { path } = await params;
  const { pathname } = new URL(request.url);
  const found = apiEndpointOf(request.method, pathname);
  if (found) return serve(found.key, request, decoded(path[found.at - 2] ?? ''));
  return answer(request, runtime().log, async () => {
    throw new ConsoleError('not-found', 'The API has no such route; GET /api/openapi.json lists them.');
  });
}

/** The methods that a path has. */
export function serveOptions(request: Request): Response {
  const allow = methodsOf(new URL(request.url).pathname) ?? ANY;
  return new Response(null, { status: 204, headers: { allow: [...allow].sort().join(', ') } });
}

/** Guards a request, parses it, has it answered and sends the answer: JSON, unless the handler made it itself. */
export function serve(key: EndpointKey, request: Request, id = ''): Promise<Response> {
  const running = runtime();
  const endpoint: ApiEndpoint = ENDPOINTS[key];
  // One key names schemas and handler; the compiler cannot follow that through a table.
  const work = HANDLERS[key] as (call: object) => unknown;
  return answer(request, running.log, async () => {
    guard(request, endpoint, running);
    const query = request.method === 'POST' || request.method === 'DELETE' ? null : queryOf(request);
    const call = {
      request,
      runtime: running,
      id,
      query: query && (endpoint.query ?? noQuery).parse(query),
      body: endpoint.body ? endpoint.body.parse(await readJson(request)) : null,
      ...(endpoint.audited && { caller: callerOf(running, request) }),
    };
    const result = await work(call);
    if (result instanceof Response) return result;
    checkAnswer(key, endpoint, result);
    return json(result);
  });
}

/** What is not for this console, comes from a foreign page, or changes something where changes are off, goes no further. */
function guard(request: Request, { right }: ApiEndpoint, { config }: Runtime): void {
  guardRole(request, config.role);
  if (request.method === 'POST') guardWrite(request);
  if (request.method === 'DELETE') guardOrigin(request);
  if (!HARMLESS.includes(right)) guardChanges(config.access);
}

/** No id holds a percent sign, so decoding once more changes nothing that was decoded. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
