import type { BodyText, EndpointKey, QueryText } from './endpoint-types';

/** A query as a caller passes it: numbers are allowed for texts, and null for unset. */
type Values<T> = { [Name in keyof T]: T[Name] | number | null };

type Id<K extends EndpointKey> = K extends `${string}{id}${string}` ? { id: string } : unknown;
type Query<K extends EndpointKey> =
  QueryText<K> extends null
    ? unknown
    : object extends QueryText<K>
      ? { query?: Values<QueryText<K>> }
      : { query: Values<QueryText<K>> };

/** The path parameters of an endpoint: its `id` and its query, if it has them. */
type PathOf<K extends EndpointKey> = Id<K> & Query<K>;
/** The same with the body. */
export type RequestOf<K extends EndpointKey> = PathOf<K> &
  (BodyText<K> extends null ? unknown : { body: BodyText<K> });

/** `RequestOf` any endpoint, for code that only passes it on. */
type AnyRequest = { id?: string; query?: object; body?: unknown };

/** Characters of ids that need no escape in a path. */
const PLAIN = /^[\w.~:@=,-]*$/;

/** Query string of the set values, with a leading `?`, or ''. */
export function queryString(values: object): string {
  const set = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}

/** Path of an endpoint with its parameters, also for links and downloads. */
export function endpointPath<K extends EndpointKey>(key: K, asked: PathOf<K>): string {
  const { id = '', query = {} } = asked as AnyRequest;
  const [, path = ''] = key.split(' ');
  return path.replace('{id}', () => (PLAIN.test(id) ? id : encodeURIComponent(id))) + queryString(query);
}

/** Method, path and body of a request; `body` undefined = none. */
export function requestOf<K extends EndpointKey>(
  key: K,
  request: RequestOf<K>,
): { method: string; path: string; body: unknown } {
  const [method = ''] = key.split(' ');
  return { method, path: endpointPath(key, request), body: (request as AnyRequest).body };
}
