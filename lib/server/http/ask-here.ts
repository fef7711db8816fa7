import type { AnswerOf, EndpointKey } from '../../contract/endpoint-types';
import { type RequestOf, requestOf } from '../../contract/request';
import { serveApi } from './handle';

/**
 * Asks an endpoint of this console without a network between, with the same checks and the same answer, as whoever asks for
 * the page whose headers these are. Rejects when it refuses; what it waits for has the time limits of the endpoint.
 */
export async function askHere<K extends EndpointKey>(
  key: K,
  request: RequestOf<K>,
  headers: Headers,
): Promise<AnswerOf<K>> {
  const { path } = requestOf(key, request);
  const url = new URL(path, 'http://127.0.0.1');
  const segments = url.pathname.split('/').slice(2);
  const response = await serveApi(new Request(url, { headers: new Headers(headers) }), {
    params: Promise.resolve({ path: segments }),
  });
  if (!response.ok) throw new Error(`${key} answered ${response.status}`);
  return (await response.json()) as AnswerOf<K>;
}
