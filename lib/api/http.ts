import type { AnswerOf, EndpointKey } from '../contract/endpoint-types';
import type { ApiError } from '../contract/error';
import { type RequestOf, requestOf } from '../contract/request';

/** Why a request gave no answer we can use. Branch on `code`: those of the server, or `unreachable`, `timed-out`, `bad-answer`. */
export class ApiFailure extends Error {
  /** HTTP status; 0 = there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor(
    status: number,
    code: string,
    message: string,
    details: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.details = details;
  }

  /** Whether what was asked may have been done: no answer came, or one of a server in trouble that does not deny it. */
  get mayHaveHappened(): boolean {
    return this.status === 0 || (this.status >= 500 && this.details.mayHaveHappened !== false);
  }

  /** What was thrown, as a failure; what is none is an answer that nobody foresaw. */
  static of(error: unknown): ApiFailure {
    return error instanceof ApiFailure
      ? error
      : new ApiFailure(0, 'bad-answer', String(error), {}, { cause: error });
  }
}

/** `base` = address of another console; default: the one that this page is of. */
type Options = { signal?: AbortSignal | undefined; timeoutMs?: number; base?: string };

/** Longest we wait for an answer. */
const REQUEST_LIMIT_MS = 10_000;

/** Asks an endpoint of our own server; throws ApiFailure, or the abort of `signal` as it is. */
export async function call<K extends EndpointKey>(
  key: K,
  request: RequestOf<K> & Options,
): Promise<AnswerOf<K>> {
  // The server is held to the same type, by the compiler and in tests by the schema.
  return (await fetchJson(requestOf(key, request), request)) as AnswerOf<K>;
}

let signedOut: (() => void) | null = null;

/** Has `leave` called when an answer says that nobody is signed in any more. */
export function onSignedOut(leave: () => void): void {
  signedOut = leave;
}

async function fetchJson(
  { method, path, body }: ReturnType<typeof requestOf>,
  { signal, timeoutMs = REQUEST_LIMIT_MS, base = '' }: Options,
): Promise<unknown> {
  const limit = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let text: string;
  try {
    response = await sendRequest(
      method,
      base + path,
      body,
      signal ? AbortSignal.any([signal, limit]) : limit,
    );
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw unanswered(path, limit.aborted, timeoutMs, cause);
  }
  const parsed = parsedJson(text);
  if (response.ok && parsed !== undefined) return parsed;
  throw refusedBy(path, response, parsed);
}

/** One request, its answer whatever it is. */
export function sendRequest(
  method: string,
  url: string,
  body: unknown,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal,
    cache: 'no-store',
  });
}

/** The failure of a request that no answer came to; `isLate` = its time was over. */
export function unanswered(path: string, isLate: boolean, limitMs: number, cause: unknown): ApiFailure {
  return isLate
    ? new ApiFailure(0, 'timed-out', `no answer within ${limitMs} ms`, { path }, { cause })
    : new ApiFailure(0, 'unreachable', 'the console server cannot be reached', { path }, { cause });
}

/** The failure that an answer says; whoever is signed in no more leaves. */
export function refusedBy(path: string, response: Response, parsed: unknown): ApiFailure {
  const failure = failureOf(path, response, parsed);
  if (failure.code === 'not-signed-in') signedOut?.();
  return failure;
}

function failureOf(path: string, response: Response, parsed: unknown): ApiFailure {
  const error = isApiError(parsed) ? parsed.error : null;
  const requestId = response.headers.get('x-request-id');
  return new ApiFailure(
    response.status,
    error?.code ?? 'bad-answer',
    error?.message ?? `the console server answered ${response.status}`,
    { path, ...(requestId ? { requestId } : {}), ...error?.details },
  );
}

/** JSON, or undefined. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a proxy's page, say; the status tells the rest
  }
}

function isApiError(value: unknown): value is ApiError {
  const error = (value as ApiError | null | undefined)?.error;
  return typeof error?.code === 'string' && typeof error.message === 'string';
}
