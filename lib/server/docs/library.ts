import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { DocGroup } from '../../domain/docs/doc-contents';
import type { DocPlaces } from '../../domain/docs/doc-link';
import { CONTENTS_FILE, PROJECT_README } from '../../domain/docs/doc-paths';
import { contentsOf, foldersOf } from './contents';
import { type DocSection, parseMarkdown } from './markdown';

/** A page as it is kept: its Markdown, which each request parses again, and the text that a search reads. */
type DocText = { markdown: string; title: string; sections: readonly DocSection[] };

/** The files of `docs`, the README and the licence of the project. Paths are from the root of the repository. */
export type DocLibrary = DocPlaces & {
  pages: ReadonlyMap<string, DocText>;
  contents: readonly DocGroup[];
};

const FOLDER = 'docs';
const OF_PROJECT = [PROJECT_README, 'LICENSE'];

let library: Promise<DocLibrary> | null = null;

/** The documentation of this console, read once. After a failure the next request reads it again. */
export function docLibrary(): Promise<DocLibrary> {
  library ??= readLibrary(process.cwd()).catch((error: unknown) => {
    library = null;
    throw error;
  });
  return library;
}

/** Reads the documentation of the repository, or of a built console, at `root`. Rejects where there is none. */
export async function readLibrary(root: string): Promise<DocLibrary> {
  const names = await filesAt(root);
  const texts = names
    .filter((name) => name.endsWith('.md'))
    .map(async (name) => {
      const path = join(/* turbopackIgnore: true */ root, name);
      const markdown = await readFile(/* turbopackIgnore: true */ path, 'utf8');
      const { title, sections } = parseMarkdown(markdown);
      return [name, { markdown, title, sections }] as const;
    });
  const pages = new Map<string, DocText>(await Promise.all(texts));
  const files = new Set(names);
  const contents = contentsOf(pages.get(CONTENTS_FILE)?.markdown ?? '', files);
  return { pages, files, contents, folders: foldersOf(contents) };
}

async function filesAt(root: string): Promise<string[]> {
  const folder = join(/* turbopackIgnore: true */ root, FOLDER);
  const [above, below] = await Promise.all([
    readdir(/* turbopackIgnore: true */ root),
    readdir(/* turbopackIgnore: true */ folder, { recursive: true, withFileTypes: true }),
  ]);
  const inFolder = below
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  return [
    ...OF_PROJECT.filter((name) => above.includes(name)),
    ...inFolder.map((name) => `${FOLDER}/${name.split(sep).join('/')}`).sort(),
  ];
}
