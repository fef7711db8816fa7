import type { BodyText, EndpointKey, QueryText } from './endpoint-types';

/** A query as a caller has it: numbers for texts, and null for what is not asked. */
type Values<T> = { [Name in keyof T]: T[Name] | number | null };

type Id<K extends EndpointKey> = K extends `${string}{id}${string}` ? { id: string } : unknown;
type Query<K extends EndpointKey> =
  QueryText<K> extends null
    ? unknown
    : object extends QueryText<K>
      ? { query?: Values<QueryText<K>> }
      : { query: Values<QueryText<K>> };

/** What the path of an endpoint takes: its `id` and its query, each where it has one. */
export type PathOf<K extends EndpointKey> = Id<K> & Query<K>;
/** The same with the body. */
export type RequestOf<K extends EndpointKey> = PathOf<K> &
  (BodyText<K> extends null ? unknown : { body: BodyText<K> });

/** `RequestOf` any endpoint, for what only passes it on. */
type AnyRequest = { id?: string; query?: object; body?: unknown };

/** Characters of ids that need no escape in a path. */
const PLAIN = /^[\w.~:@=,-]*$/;

/** Query string of what is set, with a leading `?`, or nothing. */
export function queryString(values: object): string {
  const set = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}

/** Path of an endpoint with what is asked of it, for a link or a download too. */
export function endpointPath<K extends EndpointKey>(key: K, asked: PathOf<K>): string {
  const { id = '', query = {} } = asked as AnyRequest;
  const [, path = ''] = key.split(' ');
  return path.replace('{id}', () => (PLAIN.test(id) ? id : encodeURIComponent(id))) + queryString(query);
}

/** What is sent to an endpoint; `body` undefined = nothing is. */
export function requestOf<K extends EndpointKey>(
  key: K,
  request: RequestOf<K>,
): { method: string; path: string; body: unknown } {
  const [method = ''] = key.split(' ');
  return { method, path: endpointPath(key, request), body: (request as AnyRequest).body };
}
