import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../contract/endpoints';
import { apiEndpointOf, methodsOf } from './api-methods';

test.each([
  ['/api/locks', ['GET', 'HEAD', 'OPTIONS']],
  ['/api/locks/main.0.order%3A1', ['GET', 'HEAD', 'OPTIONS']],
  ['/api/locks/main.0.order%3A1/release', ['POST', 'OPTIONS']],
  ['/api/silences', ['GET', 'POST', 'HEAD', 'OPTIONS']],
  ['/api/silences/7', ['DELETE', 'OPTIONS']],
  ['/api/consoles/main', ['GET', 'POST', 'HEAD', 'OPTIONS']],
  ['/metrics', ['GET', 'HEAD', 'OPTIONS']],
  ['/readyz', ['GET', 'HEAD', 'OPTIONS']],
])('%s has %j', (path, methods) => {
  expect(methodsOf(path)).toEqual(methods);
});

test.each(['/', '/locks/a/b', '/api/none', '/api/locks/a/none', '/api'])(
  '%s is no route of the API',
  (path) => {
    expect(methodsOf(path)).toBeNull();
    expect(apiEndpointOf('GET', path)).toBeNull();
  },
);

test.each(Object.keys(ENDPOINTS))('%s is found by its method and a path of its form', (key) => {
  const [method = '', path = ''] = key.split(' ');
  const at = path.split('/').indexOf('{id}');
  expect(apiEndpointOf(method, path.replace('{id}', 'token%3A50%2541'))).toEqual({ key, at });
  expect(apiEndpointOf('PUT', path)).toBeNull();
});

test('HEAD is answered as GET', () => {
  expect(apiEndpointOf('HEAD', '/api/events')?.key).toBe('GET /api/events');
});
