import type { EndpointKey } from '../contract/endpoint-types';
import { type RequestOf, requestOf } from '../contract/request';
import { jsonLines } from '../domain/values/json-lines';
import { ApiFailure, parsedJson, refusedBy, sendRequest, unanswered } from './http';

/** Longest that the next line of an answer may take: the server reads and acts on several locks at a time. */
const NEXT_LINE_MS = 20_000;

/**
 * Asks an endpoint whose answer is JSON lines, and gives `onLine` each as it comes. Throws as `call`; an answer that breaks
 * off is `unreachable`, one that comes no further `timed-out`, and what was in it by then has been given.
 */
export async function callLines<K extends EndpointKey>(
  key: K,
  request: RequestOf<K>,
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
    const response = await sendRequest(method, path, body, limit.signal);
    if (!response.ok) throw refusedBy(path, response, parsedJson(await response.text()));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const take = jsonLines(onLine);
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      more();
      take(part.value);
    }
  } catch (cause) {
    throw cause instanceof ApiFailure ? cause : unanswered(path, limit.signal.aborted, NEXT_LINE_MS, cause);
  } finally {
    clearTimeout(timer);
  }
}
