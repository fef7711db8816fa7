import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiError } from '../../contract/error';
import { compressTexts } from './compress';
import { PEER } from './peer';
import { hostProblem, requestPathOf, type TargetRefusal, targetProblem } from './request-target';
import { createNonce, NO_PAGE_POLICY, pagePolicy, SECURITY_HEADERS } from './security-headers';
import { createStreamGate, type StreamGate } from './streams';

/** Answers a request, or hands it to NextHandler. */
type NextHandler = (request: IncomingMessage, response: ServerResponse) => void;
export type Front = (request: IncomingMessage, response: ServerResponse, next: NextHandler) => void;

/** Id of a request, in its answer and in the log; the front writes it over what a client sends. */
export const REQUEST_ID = 'x-request-id';

type FrontOptions = {
  /** Default: of the limits that a console has. */
  streams?: StreamGate;
  /** Whether this Host header is one of the console's own. */
  isOwnHost(host: string): boolean;
};

/** Target of a request, for pages, to which Next does not pass it. The front writes it over what a client sends. */
export const PAGE_URL = 'x-lockscope-url';

const STREAM = '/api/events';
/** What answers in texts. */
const TEXTS = /^\/(?:api\/|metrics$)/;
const NO_PAGES = /^\/(?:api|_next)\/|^\/(?:metrics|healthz|readyz|icon\.svg)$/;

/**
 * Everything that comes before Next: security headers on every answer, a nonce for every page, the Host guard, and
 * refusal of what NextHandler would answer in a form of its own. A refusal is `{ error: { code, message, details } }`.
 */
export function createFront({ isOwnHost, streams = createStreamGate() }: FrontOptions): Front {
  return (request, response, next) => {
    const requestId = randomUUID();
    response.setHeader(REQUEST_ID, requestId);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    const refusal = targetProblem(request) ?? hostProblem(request.headers.host, isOwnHost);
    if (refusal) return refuse(response, refusal, requestId);
    request.headers[REQUEST_ID] = requestId;
    request.headers[PEER] = request.socket.remoteAddress ?? '';
    request.headers[PAGE_URL] = request.url ?? '';
    setPolicy(request, response);
    const path = requestPathOf(request.url ?? '');
    if (path !== STREAM) {
      if (TEXTS.test(path)) compressTexts(request, response);
      return next(request, response);
    }
    const full = streams.admit(request.socket.remoteAddress ?? '', response, () => next(request, response));
    if (full) refuse(response, full, requestId);
  };
}

/** NextHandler takes the nonce for its own scripts from the policy in the request. */
function setPolicy(request: IncomingMessage, response: ServerResponse): void {
  delete request.headers['content-security-policy-report-only'];
  if (NO_PAGES.test(requestPathOf(request.url ?? ''))) {
    delete request.headers['x-nonce'];
    delete request.headers['content-security-policy'];
    response.setHeader('content-security-policy', NO_PAGE_POLICY);
    return;
  }
  const nonce = createNonce();
  const policy = pagePolicy(nonce);
  request.headers['x-nonce'] = nonce;
  request.headers['content-security-policy'] = policy;
  response.setHeader('content-security-policy', policy);
}

function refuse(response: ServerResponse, refusal: TargetRefusal, requestId: string): void {
  const { status, code, message, retryAfterSeconds, allow } = refusal;
  const facts = { requestId, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  const error: ApiError = { error: { code, message, details: facts } };
  const body = Buffer.from(JSON.stringify(error));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.byteLength,
    'cache-control': 'no-store',
    'content-security-policy': NO_PAGE_POLICY,
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(allow && { allow: allow.join(', ') }),
    // What is left of the request is not read.
    connection: 'close',
  });
  response.end(body);
}
