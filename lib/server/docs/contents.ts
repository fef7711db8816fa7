import type { MarkedToken, Token } from 'marked';
import type { DocEntry, DocGroup } from '../../domain/docs/doc-contents';
import { docLinkOf } from '../../domain/docs/doc-link';
import { CONTENTS_FILE, docPathOf } from '../../domain/docs/doc-paths';
import { parseMarkdown, plainTextOf } from './markdown';

/**
 * The contents by the page of contents: a section for each heading of depth 2 that has a list, and a page for each item of
 * the list, by its first link.
 */
export function contentsOf(markdown: string, files: ReadonlySet<string>): DocGroup[] {
  const { tokens, anchors } = parseMarkdown(markdown);
  const groups: (DocGroup & { entries: DocEntry[] })[] = [];
  for (const token of tokens as MarkedToken[]) {
    if (token.type === 'heading' && token.depth === 2)
      groups.push({ title: plainTextOf(token.tokens), anchor: anchors.get(token) ?? '', entries: [] });
    if (token.type === 'list') groups.at(-1)?.entries.push(...entriesIn(token.items, files));
  }
  return groups.filter(({ entries }) => entries.length > 0);
}

function entriesIn(items: readonly Token[], files: ReadonlySet<string>): DocEntry[] {
  return items.flatMap((item) => {
    const link = firstLink([item]);
    const target = link && docLinkOf(link.href, CONTENTS_FILE, { files, folders: new Map() });
    if (target?.to !== 'page') return [];
    return [{ file: target.file, path: docPathOf(target.file), title: plainTextOf(link?.tokens ?? []) }];
  });
}

function firstLink(tokens: readonly Token[]): Extract<MarkedToken, { type: 'link' }> | null {
  for (const token of tokens as readonly MarkedToken[]) {
    if (token.type === 'link') return token;
    const found = 'tokens' in token && token.tokens ? firstLink(token.tokens) : null;
    if (found) return found;
  }
  return null;
}

/** The section that lists the pages of each folder below `docs`, by its anchor. */
export function foldersOf(contents: readonly DocGroup[]): Map<string, string> {
  const folders = new Map<string, string>();
  for (const { anchor, entries } of contents) {
    const [folder = '', ...others] = new Set(entries.map(({ file }) => file.slice(0, file.lastIndexOf('/'))));
    if (others.length === 0 && folder.startsWith('docs/')) folders.set(folder, anchor);
  }
  return folders;
}
