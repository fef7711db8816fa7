import type { AnswerOf, EndpointKey } from '../../lib/contract/endpoint-types';
import type { ApiError } from '../../lib/contract/error';
import { type RequestOf, requestOf } from '../../lib/contract/request';
import { jsonLines } from '../../lib/domain/values/json-lines';
import { actor } from './actor';
import { CommandError, ExitCode } from './exit-code';

const LIMIT_MS = 15_000;
const LINES_LIMIT_MS = 60_000;

export type ConsoleClient = {
  /** `limitMs` = longest that an answer may take. */
  call<K extends EndpointKey>(key: K, asked: RequestOf<K> & { limitMs?: number }): Promise<AnswerOf<K>>;
  /** An answer of JSON lines, each given to `onLine` as it comes; the whole may take a minute. */
  lines<K extends EndpointKey>(key: K, asked: RequestOf<K>, onLine: (line: unknown) => void): Promise<void>;
  /** An answer that is not JSON. */
  text(path: string): Promise<string>;
  /** A stream that stays open until `signal` ends it; only its beginning has a time limit. */
  stream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
};

/** What carries a request to a console: the network, or a call within this process. */
type Send = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * Speaks to a running console, as whoever `token` is of where people sign in, so that checks and audit are those of the browser. Every failure is a CommandError:
 * 409 is `changed`, 404 is `notFound`, all else `error`.
 */
export function consoleClient(baseUrl: string, token?: string, send: Send = fetch): ConsoleClient {
  const base = parseBase(baseUrl);
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };

  async function request(path: string, init: RequestInit): Promise<Response> {
    const url = new URL(path.slice(1), base);
    let response: Response;
    try {
      response = await send(url, {
        ...init,
        headers: new Headers({ ...authorization, ...(init.headers as Record<string, string> | undefined) }),
        redirect: 'error',
      });
    } catch (error) {
      throw new CommandError(
        ExitCode.error,
        'unreachable',
        `no console answers at ${base}: ${reasonOf(error)}`,
      );
    }
    if (!response.ok) throw await failureOf(response);
    return response;
  }

  async function json(path: string, init: RequestInit, limitMs = LIMIT_MS): Promise<unknown> {
    const response = await request(path, { ...init, signal: AbortSignal.timeout(limitMs) });
    try {
      return await response.json();
    } catch {
      throw new CommandError(ExitCode.error, 'not-a-console', `${base} did not answer as a console does`);
    }
  }

  function initOf(method: string, body: unknown): RequestInit {
    const acts = { 'content-type': 'application/json', 'x-lockscope-actor': actor() };
    return body === undefined
      ? { method, headers: { accept: 'application/json' } }
      : { method, headers: { accept: 'application/json', ...acts }, body: JSON.stringify(body) };
  }

  return {
    async call(key, asked) {
      const { method, path, body } = requestOf(key, asked);
      // The console is held to the same type.
      return (await json(path, initOf(method, body), asked.limitMs)) as AnswerOf<typeof key>;
    },
    async lines(key, asked, onLine) {
      const { method, path, body } = requestOf(key, asked);
      const signal = AbortSignal.timeout(LINES_LIMIT_MS);
      const response = await request(path, { ...initOf(method, body), signal });
      const decoder = new TextDecoder();
      const take = jsonLines(onLine);
      for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>)
        take(decoder.decode(chunk, { stream: true }));
    },
    text: async (path) => (await request(path, { signal: AbortSignal.timeout(LIMIT_MS) })).text(),
    stream: async (path, signal) => {
      const begin = new AbortController();
      const timer = setTimeout(() => begin.abort(new Error(`no answer in ${LIMIT_MS} ms`)), LIMIT_MS);
      const headers = { accept: 'text/event-stream' };
      try {
        const response = await request(path, { headers, signal: AbortSignal.any([signal, begin.signal]) });
        if (!response.body) throw new CommandError(ExitCode.error, 'not-a-console', 'the stream is empty');
        return response.body;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function parseBase(text: string): URL {
  try {
    const url = new URL(text.endsWith('/') ? text : `${text}/`);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  } catch {
    // said below
  }
  throw new CommandError(ExitCode.usage, 'usage', '--url (or LOCKSCOPE_URL) must be an http or https URL');
}

async function failureOf(response: Response): Promise<CommandError> {
  const exitCode =
    response.status === 409 ? ExitCode.changed : response.status === 404 ? ExitCode.notFound : ExitCode.error;
  try {
    const { error } = (await response.json()) as ApiError;
    return new CommandError(exitCode, error.code, error.message, error.details);
  } catch {
    return new CommandError(ExitCode.error, 'not-a-console', `the answer was HTTP ${response.status}`);
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Error && cause.message) return cause.message;
  return error instanceof Error ? error.message : String(error);
}
