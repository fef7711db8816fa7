import { existsSync } from 'node:fs';
import { join } from 'node:path';
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

test('every file of the repository that it names is there', () => {
  const named = textOf(GUIDE).match(/\b(?:deploy|docs|bin)\/[\w./-]*\w/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
