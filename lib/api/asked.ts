import type { EndpointKey } from '../contract/endpoint-types';
import type { RequestOf } from '../contract/request';
import { call } from './http';

/** What a query asks for, so that who has no network between can answer it in another way. */
export type Asked<K extends EndpointKey = EndpointKey> = { key: K; request: RequestOf<K> };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { asked?: { key: EndpointKey; request: unknown } };
  }
}

/** The parts of a query that one request of an endpoint answers. */
export function asked<K extends EndpointKey>(key: K, request: RequestOf<K>) {
  return {
    meta: { asked: { key, request } satisfies Asked<K> },
    queryFn: ({ signal }: { signal: AbortSignal }) => call(key, Object.assign({ signal }, request)),
  };
}
