import type { EndpointKey } from '../../contract/endpoint-types';
import { ENDPOINTS } from '../../contract/endpoints';

/** Routes of their own: they answer before there is a runtime. */
const APART = ['GET /healthz', 'GET /readyz'];

const METHODS = new Map<string, string[]>();
for (const key of [...Object.keys(ENDPOINTS), ...APART]) {
  const [method = '', path = ''] = key.split(' ');
  METHODS.set(path, [...(METHODS.get(path) ?? []), method]);
}

/** Methods of the route that has this path, as `Allow` names them; null = it is no route of the API. */
export function methodsOf(path: string): string[] | null {
  const own = METHODS.get(patternOf(path));
  if (!own) return null;
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

/** The endpoint that answers a path, and which of its segments, counted from 0, is its `{id}`; null = there is none. */
export function apiEndpointOf(method: string, path: string): { key: EndpointKey; at: number } | null {
  const pattern = patternOf(path);
  const key = `${method === 'HEAD' ? 'GET' : method} ${pattern}`;
  return isEndpoint(key) ? { key, at: pattern.split('/').indexOf('{id}') } : null;
}

function isEndpoint(key: string): key is EndpointKey {
  return Object.hasOwn(ENDPOINTS, key);
}

/** The path itself, or that of the one route that has this many segments and an `{id}` in place of one of these. */
function patternOf(path: string): string {
  if (METHODS.has(path)) return path;
  const segments = path.split('/');
  const patterns = segments.map((_, at) => segments.map((each, i) => (i === at ? '{id}' : each)).join('/'));
  return patterns.find((pattern) => METHODS.has(pattern)) ?? '';
}
