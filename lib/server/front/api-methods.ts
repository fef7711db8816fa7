import { OPERATIONS } from '../http/openapi';

/** Routes that the OpenAPI document leaves out. */
const UNDOCUMENTED = [
  { path: '/api/openapi.json', method: 'get' },
  { path: '/api/config-schema', method: 'get' },
  { path: '/api/consoles/{id}', method: 'get' },
  { path: '/api/consoles/{id}', method: 'post' },
  { path: '/metrics', method: 'get' },
  { path: '/healthz', method: 'get' },
  { path: '/readyz', method: 'get' },
];

const METHODS = new Map<string, string[]>();
for (const { path, method } of [...OPERATIONS, ...UNDOCUMENTED])
  METHODS.set(path, [...(METHODS.get(path) ?? []), method.toUpperCase()]);

/** Methods of the route that has this path, as `Allow` names them; null = it is no route of the API. */
export function methodsOf(path: string): string[] | null {
  const own = METHODS.get(path) ?? METHODS.get(patternOf(path));
  if (!own) return null;
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

/** Every path that is a route of the API, with `{id}` for what stands for any segment. */
export function apiPaths(): string[] {
  return [...METHODS.keys()];
}

/** The path of the one route that has this many segments and an `{id}` in place of one of these. */
function patternOf(path: string): string {
  const segments = path.split('/');
  const patterns = segments.map((_, at) => segments.map((each, i) => (i === at ? '{id}' : each)).join('/'));
  return patterns.find((pattern) => METHODS.has(pattern)) ?? '';
}
