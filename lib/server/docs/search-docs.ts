import type { DocHit, DocsAnswer } from '../../contract/docs/search';
import { CONTENTS_FILE, docPathOf } from '../../domain/docs/doc-paths';
import { wordsOfQuery } from '../../domain/docs/match-words';
import type { DocLibrary } from './library';

/** Weights of a word by where it stands; a word that the text repeats counts up to `MOST_REPEATS` times. */
const IN_TITLE = 12;
const IN_HEADING = 8;
const MOST_REPEATS = 3;

/** Characters of the text around the first match. */
const BEFORE = 60;
const EXCERPT = 220;

type Ranked = DocHit & { score: number };

/**
 * Sections of the documentation that have every word of a query in their text, their heading or the title of their page, the
 * best first. Case does not count, and a word matches within a longer one. The page of contents is left out: it repeats titles.
 */
export function searchDocs({ pages, contents }: DocLibrary, q: string, limit: number): DocsAnswer {
  const words = wordsOfQuery(q);
  if (words.length === 0) return { hits: [], matched: 0 };
  const order = contents.flatMap(({ entries }) => entries.map(({ file }) => file));
  const found: Ranked[] = [];
  for (const file of new Set([...order, ...pages.keys()])) {
    if (file === CONTENTS_FILE) continue;
    const { title = '', sections = [] } = pages.get(file) ?? {};
    for (const { heading, text } of sections) {
      const isTitle = heading === null || heading.depth === 1;
      const own = isTitle ? '' : heading.text;
      const score = scoreOf(words, { title: isTitle ? title : '', heading: own, text, page: title });
      if (score === 0) continue;
      const path = docPathOf(file) + (isTitle ? '' : `#${heading.anchor}`);
      found.push({
        path,
        page: title,
        heading: isTitle ? null : own,
        excerpt: excerptOf(text, words),
        score,
      });
    }
  }
  // Sorting is stable: of equal scores the contents decide.
  const best = found.sort((a, b) => b.score - a.score).slice(0, limit);
  return { hits: best.map(({ score: _, ...hit }) => hit), matched: found.length };
}

type Haystack = { title: string; heading: string; text: string; page: string };

/** 0 = a word is missing, or all of them stand in the title of the page alone. */
function scoreOf(words: readonly string[], haystack: Haystack): number {
  const title = haystack.title.toLowerCase();
  const heading = haystack.heading.toLowerCase();
  const text = haystack.text.toLowerCase();
  const page = haystack.page.toLowerCase();
  let score = 0;
  for (const word of words) {
    const own =
      (title.includes(word) ? IN_TITLE : 0) +
      (heading.includes(word) ? IN_HEADING : 0) +
      Math.min(text.split(word).length - 1, MOST_REPEATS);
    if (own === 0 && !page.includes(word)) return 0;
    score += own;
  }
  return score;
}

/** The part of a text around the first word that it has; its beginning where it has none. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length);
  const from = first === text.length || first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1;
  const to = from + EXCERPT >= text.length ? text.length : text.lastIndexOf(' ', from + EXCERPT);
  const end = to <= first ? from + EXCERPT : to;
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}
