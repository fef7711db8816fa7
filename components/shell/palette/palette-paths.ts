import { DOCS_PATH } from '@/lib/domain/docs/doc-paths';
import { isIn, PAGE_NAMES } from '../pages';

const URL_IN_TEXT = /https?:\/\/[^\s"'<>\\^`{|}]+/gi;
/** Only this much of a text is searched. */
const LIMIT = 64 * 1024;

/**
 * The path of a page of a console that a text has a link to, with its query: of another address of this console, or of another
 * console of the same servers. null = there is none. The root is a page of every site, and counts from `origin` only.
 */
export function pagePathIn(text: string, origin: string): string | null {
  const own = /^\/\S*$/.test(text) ? [new URL(text, origin).href] : [];
  for (const url of [...own, ...(text.slice(0, LIMIT).match(URL_IN_TEXT) ?? [])]) {
    if (!URL.canParse(url)) continue;
    const { origin: of, pathname, search, hash } = new URL(url);
    if (isPage(pathname) && (pathname !== '/' || of === origin)) return pathname + search + hash;
  }
  return null;
}

function isPage(path: string): boolean {
  return (
    PAGE_NAMES.some((page) => isIn(page, path)) || path === DOCS_PATH || path.startsWith(`${DOCS_PATH}/`)
  );
}
