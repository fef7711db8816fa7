import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, GUIDE, root, textOf } from './files';

const variablesIn = (path: string) => textOf(path).match(/\bLOCKSCOPE_[A-Z_]*[A-Z]\b/g) ?? [];

/** Those that a console or a command reads. */
const known = new Set(
  ['lib', 'bin']
    .flatMap(filesBelow)
    .filter((path) => /\.(?:ts|mjs)$/.test(path) && !/\.test\.|^bin\/deploy\//.test(path))
    .flatMap(variablesIn),
);
const pages = [...filesBelow('deploy'), GUIDE, 'docs/lockscope.service'];

test('every variable that a deployment sets is one that the console reads', () => {
  const named = pages.flatMap((path) => variablesIn(path).map((name) => ({ path, name })));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
});

test('each of them is explained in the README', () => {
  const explained = new Set([...variablesIn('README.md'), ...variablesIn('docs/configuration.md')]);
  expect(pages.flatMap(variablesIn).filter((name) => !explained.has(name))).toEqual([]);
});

test('every file and page that the guide links to is there, with the heading', () => {
  const links = [...textOf(GUIDE).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  expect(links.length).toBeGreaterThan(10);
  for (const [link, path = '', heading] of links) {
    const file = path === '' ? GUIDE : join(dirname(GUIDE), path);
    expect([link, existsSync(join(root, file))]).toEqual([link, true]);
    if (heading) expect([link, headingsOf(textOf(file))]).toEqual([link, expect.arrayContaining([heading])]);
  }
});

test('every file of the repository that it names is there', () => {
  const named = textOf(GUIDE).match(/\b(?:deploy|docs|bin)\/[\w./-]*\w/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

function headingsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
