import { beforeAll, expect, test } from 'vitest';
import type { DocLibrary } from './library';
import { readLibrary } from './library';
import { parseMarkdown } from './markdown';
import { searchDocs } from './search-docs';

function libraryOf(texts: Record<string, string>): DocLibrary {
  const pages = Object.entries(texts).map(
    ([file, markdown]) => [file, { markdown, ...parseMarkdown(markdown) }] as const,
  );
  return { pages: new Map(pages), files: new Set(), folders: new Map(), contents: [] };
}

const small = libraryOf({
  'docs/a.md': '# Leases\n\nA lease ends.\n\n## Renewal\n\nThe watchdog renews it. (A lease.)',
  'docs/b.md': '# Renewal\n\nWho renews a lock?\n\n## Watchdog\n\nIt is a timer.',
  'docs/README.md': '# Contents\n\nWatchdog, lease, renewal.',
});
const paths = (q: string, limit = 20) => searchDocs(small, q, limit).hits.map(({ path }) => path);

test('every word has to be there, in text, heading or title of the page, the best first', () => {
  expect(paths('watchdog')).toEqual(['/docs/b#watchdog', '/docs/a#renewal']);
  expect(paths('WATCHDOG lease')).toEqual(['/docs/a#renewal']);
  expect(paths('watchdog renewal timer')).toEqual(['/docs/b#watchdog']);
  expect(paths('watchdog nothing')).toEqual([]);
  expect(paths('renewal')).toEqual(['/docs/b', '/docs/a#renewal']);
});

test('a page whose title alone has a word is found once', () => {
  expect(paths('leases')).toEqual(['/docs/a']);
});

test('no word finds nothing, and the limit leaves the best', () => {
  expect(searchDocs(small, '  ', 20)).toEqual({ hits: [], matched: 0 });
  expect(searchDocs(small, 'e', 1)).toMatchObject({ hits: [expect.anything()], matched: 4 });
});

let real: DocLibrary;
beforeAll(async () => {
  real = await readLibrary(process.cwd());
});

test.each([
  ['holder-gone', '/docs/findings/holder-gone'],
  ['stuck lock', '/docs/runbook-stuck-lock'],
  ['openapi', '/docs/api'],
  ['maxBytes', '/docs/configuration#history'],
  ['step-up passkey', '/docs/security#step-up'],
  ['pollaczek', '/docs/insights/utilisation'],
])('%s finds %s among the first three', (q, path) => {
  expect(
    searchDocs(real, q, 3).hits.map((hit) => hit.path),
    q,
  ).toContain(path);
});

test('an excerpt has the first match, and at most 230 characters', () => {
  for (const q of ['redis', 'heartbeat', 'notify-keyspace-events', 'a', 'TTL'])
    for (const { excerpt, page, heading } of searchDocs(real, q, 50).hits) {
      expect(excerpt.length, excerpt).toBeLessThanOrEqual(230);
      expect(`${excerpt} ${page} ${heading}`.toLowerCase(), q).toContain(q.toLowerCase());
    }
});
