import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isConsoleError } from '../../domain/values/errors';
import { docFile } from './doc-file';

test.each([
  ['docs/overview.png', 'image/png'],
  ['docs/grafana/lockscope.json', 'text/plain; charset=utf-8'],
  ['docs/prometheus/alerts.yml', 'text/plain; charset=utf-8'],
  ['docs/lockscope.service', 'text/plain; charset=utf-8'],
  ['docs/security.md', 'text/plain; charset=utf-8'],
  ['LICENSE', 'text/plain; charset=utf-8'],
])('%s is served as it is, as %s', async (name, type) => {
  const answer = await docFile(name);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  expect(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(name))).toBe(true);
});

test.each(['package.json', '../etc/passwd', 'docs/../package.json', '/etc/passwd', 'docs', 'docs/', ''])(
  '%j is no file of the documentation',
  async (name) => {
    await expect(docFile(name)).rejects.toSatisfy((error) => isConsoleError(error, 'not-found'));
  },
);
