import { lookUpOf } from '@/lib/domain/lists/look-up';

/** Bytes of a search in an URL: servers take some 16 KB of head in all. */
const MOST = 6_000;

/**
 * What is sent of a text to search for: all of it, or, of a long log or stack trace, the tokens in it and then its words, each
 * once, in their order, as many as an URL takes.
 */
export function searchTextOf(text: string): string {
  if (sizeOf(text) <= MOST) return text;
  const { tokens } = lookUpOf(text);
  const words = text.split(/[\s"'<>()[\]{},;=]+/).filter((word) => word.length > 3);
  const sent: string[] = [];
  let size = 0;
  for (const word of new Set([...tokens, ...words])) {
    size += sizeOf(word) + sizeOf(' ');
    if (size <= MOST) sent.push(word);
  }
  return sent.join(' ');
}

function sizeOf(text: string): number {
  return encodeURIComponent(text.toWellFormed()).length;
}
