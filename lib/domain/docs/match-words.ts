/** More words than this narrow nothing any more. */
const MOST_WORDS = 8;

/** The words of a query, in lower case, each once. They may hold any character but spaces: `holder-gone`, `/healthz`. */
export function wordsOfQuery(q: string): string[] {
  return [...new Set(q.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS);
}

type TextPart = { text: string; isMatch: boolean };

/** A text cut where words of a query stand in it, in whatever case; the parts joined are the text. */
export function partsByMatch(text: string, words: readonly string[]): TextPart[] {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (escaped.length === 0) return text === '' ? [] : [{ text, isMatch: false }];
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'giu'))
    .map((part, nth) => ({ text: part, isMatch: nth % 2 === 1 }))
    .filter(({ text: part }) => part !== '');
}
