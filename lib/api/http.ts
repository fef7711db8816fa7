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
export const REQUEST_LIMIT_MS = 10_000;

/** Asks an endpoint of our own server; throws ApiFailure, or the abort of `signal` as it is. */
export async function call<K extends EndpointKey>(
  key: K,
  request: RequestOf<K> & Options,
): Promise<AnswerOf<K>> {
  // The server is held to the same type, by the compiler and in tests by the schema.
  return (await fetchJson(requestOf(key, request), request)) as AnswerOf<K>;
}

/** Longest that the next line of an answer may take: the server reads and acts on several locks at a time. */
const NEXT_LINE_MS = 20_000;

/**
 * Asks an endpoint whose answer is JSON lines, and gives `onLine` each as it comes. Throws as `call`; an answer that breaks
 * off is `unreachable`, one that comes no further `timed-out`, and what was in it by then has been given.
 */
export async function callLines<K extends EndpointKey>(
  key: K,
  request: RequestOf<K> & Pick<Options, 'base'>,
  onLine: (line: unknown) => void,
): Promise<void> {
  const { method, path, body } = requestOf(key, request);
  const limit = new AbortController();
  let timer = setTimeout(() => limit.abort(), NEXT_LINE_MS);
  const more = () => {
    clearTimeout(timer);
    timer = setTimeout(() => limit.abort(), NEXT_LINE_MS);
  };
  try {
    const response = await send(method, (request.base ?? '') + path, body, limit.signal);
    if (!response.ok) throw refused(path, response, parse(await response.text()));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      more();
      const lines = (rest + part.value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(JSON.parse(line));
    }
  } catch (cause) {
    throw cause instanceof ApiFailure ? cause : unanswered(path, limit.signal.aborted, NEXT_LINE_MS, cause);
  } finally {
    clearTimeout(timer);
  }
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
    response = await send(method, base + path, body, signal ? AbortSignal.any([signal, limit]) : limit);
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw unanswered(path, limit.aborted, timeoutMs, cause);
  }
  const parsed = parse(text);
  if (response.ok && parsed !== undefined) return parsed;
  throw refused(path, response, parsed);
}

function send(method: string, url: string, body: unknown, signal: AbortSignal): Promise<Response> {
  return fetch(url, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal,
    cache: 'no-store',
  });
}

function unanswered(path: string, isLate: boolean, limitMs: number, cause: unknown): ApiFailure {
  return isLate
    ? new ApiFailure(0, 'timed-out', `no answer within ${limitMs} ms`, { path }, { cause })
    : new ApiFailure(0, 'unreachable', 'the console server cannot be reached', { path }, { cause });
}

function refused(path: string, response: Response, parsed: unknown): ApiFailure {
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

function parse(text: string): unknown {
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
