import { CONTENTS_FILE, docPathOf } from './doc-paths';

/** Where a link in the documentation leads: to a page of it, to a file that ships with it, or to another site. */
export type DocLink =
  | { to: 'page'; file: string; path: string }
  | { to: 'file'; file: string }
  | { to: 'outside'; href: string };

/** The targets that links can have. Paths are from the root of the repository. */
export type DocPlaces = {
  files: ReadonlySet<string>;
  /** The section of the contents that lists the pages of a folder, as its anchor. */
  folders: ReadonlyMap<string, string>;
};

/** An origin that nobody has: a link that stays on it is a path in the repository. */
const INSIDE = 'http://docs.invalid';

/**
 * Resolves the address of a link in the file `from`. null = no page may link there: a scheme other than http and https, an
 * address with a password in it, or a path that is none of the files.
 */
export function docLinkOf(href: string, from: string, { files, folders }: DocPlaces): DocLink | null {
  const base = `${INSIDE}/${from}`;
  if (!URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  if (/^https?:\/\//i.test(href)) return url.username + url.password === '' ? outside(url) : null;
  if (url.origin !== INSIDE || url.search !== '') return null;
  const file = decoded(url.pathname.slice(1).replace(/\/$/, ''));
  if (files.has(file)) {
    return file.endsWith('.md')
      ? { to: 'page', file, path: docPathOf(file) + url.hash }
      : { to: 'file', file };
  }
  const anchor = folders.get(file);
  const path = `${docPathOf(CONTENTS_FILE)}#${anchor}`;
  return anchor === undefined ? null : { to: 'page', file: CONTENTS_FILE, path };
}

function outside({ href }: URL): DocLink {
  return { to: 'outside', href };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
