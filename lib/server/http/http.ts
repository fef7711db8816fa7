import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ApiError } from '../../contract/error';
import { ConsoleError, type ErrorCode, isConsoleError } from '../../domain/values/errors';
import { REQUEST_ID } from '../front/front';

/** HTTP status of every error code. */
export const STATUS = {
  'wait-timeout': 504,
  aborted: 503,
  'not-held': 409,
  lost: 409,
  changed: 409,
  'invalid-argument': 400,
  'not-found': 404,
  'read-only': 403,
  'second-person': 403,
  'not-waiting': 409,
  denied: 403,
  'not-signed-in': 401,
  'step-up-required': 403,
  'release-unsupported': 422,
  'quarantine-unsupported': 422,
  'extend-unsupported': 422,
  'too-large': 413,
  'rate-limited': 429,
  'node-down': 503,
  'quorum-not-reached': 503,
  'timed-out': 504,
  'unexpected-reply': 502,
  'not-stored': 503,
  'not-audited': 503,
  'history-unavailable': 503,
  'history-fenced': 409,
  'xray-off': 403,
  'xray-busy': 409,
  'config-invalid': 500,
} as const satisfies Record<ErrorCode, number>;

/** A Redis or a database that is away is in the log once, not once a request. */
const TOLD_ELSEWHERE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'node-down',
  'timed-out',
  'history-unavailable',
  'not-audited',
]);

const MOST_ISSUES = 20;
const MOST_CHARACTERS = 300;

type ErrorLog = { error(details: object, message: string): void };

/** A JSON answer that no cache keeps. */
export function json(
  body: unknown,
  init: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(JSON.stringify(body), {
    status: init.status ?? 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...init.headers,
    },
  });
}

/**
 * Runs a route's work. What it throws becomes `{ error: { code, message, details } }` with the status of the table; what
 * nobody foresaw becomes 500 `internal`, with its facts in the log alone. Every answer carries `x-request-id`.
 */
export async function answer(
  request: Request,
  log: ErrorLog,
  work: () => Promise<Response>,
): Promise<Response> {
  const requestId = request.headers.get(REQUEST_ID) ?? randomUUID();
  let response: Response;
  try {
    response = await work();
  } catch (thrown) {
    response = errorResponse(thrown, requestId, (error) => {
      const { pathname } = new URL(request.url);
      log.error({ err: error, requestId, method: request.method, path: pathname }, 'a request failed');
    });
  }
  response.headers.set(REQUEST_ID, requestId);
  return response;
}

function errorResponse(thrown: unknown, requestId: string, logged: (error: unknown) => void): Response {
  const error = thrown instanceof z.ZodError ? invalidInput(thrown) : thrown;
  if (!isConsoleError(error)) {
    logged(error);
    const message = 'Something went wrong inside the console. The request id finds it in the log.';
    return json({ error: { code: 'internal', message, details: { requestId } } } satisfies ApiError, {
      status: 500,
    });
  }
  if (STATUS[error.code] >= 500 && !TOLD_ELSEWHERE.has(error.code)) logged(error);
  const { code, message, details } = error;
  return json({ error: { code, message, details: { ...details, requestId } } } satisfies ApiError, {
    status: STATUS[code],
    headers: code === 'rate-limited' ? { 'retry-after': String(details.retryAfterSeconds ?? 1) } : {},
  });
}

/**
 * What a schema refused, as one sentence that names the first field, and the first issues. Names and messages are cut: a
 * body of 4 MB may be wrong in 300,000 places, whose names it chose itself.
 */
function invalidInput(error: z.ZodError): ConsoleError {
  const issues = error.issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => ({ field: cut(path.join('.')), message: cut(message) }));
  const [first] = issues;
  const where = first?.field ? `${first.field}: ` : '';
  return new ConsoleError('invalid-argument', `${where}${first?.message ?? 'The request is not valid.'}`, {
    issues,
    issueCount: error.issues.length,
  });
}

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`;
}

/** Query parameters as an object; one that is given twice is refused. */
export function queryOf(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url);
  const names = [...searchParams.keys()];
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice)
    throw new ConsoleError('invalid-argument', `${cut(twice)} is given twice.`, { setting: cut(twice) });
  return Object.fromEntries(searchParams);
}
