import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiPaths, methodsOf } from './api-methods';

/** Route files, with the path that each has. */
function routes(): { path: string; file: string }[] {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('/route.ts') && !file.includes('[...'))
    .map((file) => ({
      path: `/${file.slice(0, -'/route.ts'.length).replace(/\[\w+\]/, '{id}')}`,
      file: join('app', file),
    }));
}

test.each(routes())('$path is refused what it has no handler for, and only that', ({ path, file }) => {
  const source = readFileSync(file, 'utf8');
  const handlers = [...source.matchAll(/\b(GET|POST|PUT|PATCH|DELETE)\b/g)].map(([, method]) => method);
  const expected = [...new Set(handlers), ...(handlers.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  expect(methodsOf(path.replace('{id}', 'main.0.order%3A1'))?.sort()).toEqual(expected.sort());
});

test('no path is named that has no route', () => {
  expect(apiPaths().sort()).toEqual(
    routes()
      .map(({ path }) => path)
      .sort(),
  );
});

test.each(['/', '/locks/a/b', '/api/none', '/api/locks/a/none', '/api'])(
  '%s is no route of the API',
  (path) => {
    expect(methodsOf(path)).toBeNull();
  },
);
