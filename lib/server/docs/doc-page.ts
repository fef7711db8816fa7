import type { Token } from 'marked';
import type { DocEntry, DocGroup, DocHeading } from '../../domain/docs/doc-contents';
import { type DocLink, docLinkOf } from '../../domain/docs/doc-link';
import { CONTENTS_FILE, DOCS_PATH, docPathOf, PROJECT_README } from '../../domain/docs/doc-paths';
import { type DocLibrary, docLibrary } from './library';
import { parseMarkdown } from './markdown';

/** A page of the documentation, ready to be drawn. */
type DocPage = {
  title: string;
  /** Address of the page. */
  path: string;
  headings: readonly DocHeading[];
  tokens: readonly Token[];
  anchors: ReadonlyMap<Token, string>;
  linkOf(href: string): DocLink | null;
  contents: readonly DocGroup[];
  /** Neighbours in reading order. */
  before: DocEntry | null;
  after: DocEntry | null;
};

/** The page at an address below `/docs`, given as its segments; where it moved; or null = there is none. */
export async function docPageAt(segments: readonly string[]): Promise<DocPage | { movedTo: string } | null> {
  return pageIn(await docLibrary(), segments);
}

/** Title of the page at an address, as for `docPageAt`; null = there is no such page. */
export async function docTitleAt(segments: readonly string[]): Promise<string | null> {
  const { pages } = await docLibrary();
  return pages.get(fileOf(segments.join('/')))?.title ?? null;
}

/** `docPageAt` of this documentation. Pure. */
export function pageIn(
  library: DocLibrary,
  segments: readonly string[],
): DocPage | { movedTo: string } | null {
  const name = segments.join('/');
  const file = fileOf(name);
  if (library.pages.has(file)) return drawn(library, file);
  // A link as it is written in Markdown, or to a folder.
  const written = `docs/${name}`;
  if (written.endsWith('.md') && library.pages.has(written)) return { movedTo: docPathOf(written) };
  const anchor = library.folders.get(written);
  return anchor === undefined ? null : { movedTo: `${DOCS_PATH}#${anchor}` };
}

function fileOf(name: string): string {
  if (name === '') return CONTENTS_FILE;
  return name === 'readme' ? PROJECT_README : `docs/${name}.md`;
}

function drawn(library: DocLibrary, file: string): DocPage {
  const { pages, contents } = library;
  const { title, headings, tokens, anchors } = parseMarkdown(pages.get(file)?.markdown ?? '');
  const order = contents.flatMap(({ entries }) => entries);
  const at = order.findIndex((entry) => entry.file === file);
  return {
    title,
    path: docPathOf(file),
    headings,
    tokens,
    anchors,
    linkOf: (href) => docLinkOf(href, file, library),
    contents,
    before: order[at - 1] ?? null,
    after: order[at + 1] ?? null,
  };
}
