import type { EndpointKey } from '../../contract/endpoint-types';
import { methodsOf } from '../front/api-methods';
import { runtime } from '../start/runtime';
import { answerApi } from './answer-api';
import { answered } from './answered';
import { answer } from './http';

const ANY = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'];
/** Next gives the segments below `/api`. */
type Context = { params: Promise<{ path: string[] }> };

/** Answers every path below `/api`, as the contract says; one that is no endpoint as every error is answered. */
export async function serveApi(request: Request, { params }: Context): Promise<Response> {
  const { path } = await params;
  return answerApi(runtime(), request, path);
}

/** The methods that a path has. */
export function serveOptions(request: Request): Response {
  const allow = methodsOf(new URL(request.url).pathname) ?? ANY;
  return new Response(null, { status: 204, headers: { allow: [...allow].sort().join(', ') } });
}

/**
 * Guards a request, parses it, has it answered from what its caller may see, and sends the answer: JSON, unless the handler
 * made it itself.
 */
export function serve(key: EndpointKey, request: Request, id = ''): Promise<Response> {
  return answer(request, runtime().log, () => answered(runtime(), key, request, id));
}
