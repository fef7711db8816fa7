import { lexer, type MarkedToken, type Token } from 'marked';
import type { DocHeading } from '../../domain/docs/doc-contents';
import { readableText } from '../../domain/docs/readable-text';

/** The plain text under one heading, up to the next heading of any depth. */
export type DocSection = { heading: DocHeading | null; text: string };

export type Markdown = {
  /** The first heading of depth 1, or ''. */
  title: string;
  headings: DocHeading[];
  sections: DocSection[];
  tokens: Token[];
  /** Anchors of the headings among `tokens`. */
  anchors: ReadonlyMap<Token, string>;
};

/** Parses the Markdown of GitHub. Raw HTML stays a token of its own: no page renders it and no search reads it. */
export function parseMarkdown(text: string): Markdown {
  const tokens: Token[] = lexer(text);
  const anchors = new Map<Token, string>();
  const headings: DocHeading[] = [];
  const sections: DocSection[] = [];
  const taken = new Map<string, number>();
  let body: Token[] = [];
  const close = (next: DocHeading | null) => {
    const last = sections.at(-1);
    if (last) last.text = plainTextOf(body);
    else if (body.length > 0) sections.push({ heading: null, text: plainTextOf(body) });
    if (next) sections.push({ heading: next, text: '' });
    body = [];
  };
  for (const token of tokens as MarkedToken[]) {
    if (token.type !== 'heading') {
      body.push(token);
      continue;
    }
    const heading = { depth: token.depth, text: plainTextOf(token.tokens), anchor: '' };
    heading.anchor = anchorOf(heading.text, taken);
    anchors.set(token, heading.anchor);
    headings.push(heading);
    close(heading);
  }
  close(null);
  return {
    title: headings.find(({ depth }) => depth === 1)?.text ?? '',
    headings,
    sections,
    tokens,
    anchors,
  };
}

/** The text of tokens without marks, in one line. HTML is left out. */
export function plainTextOf(tokens: readonly Token[]): string {
  return textOf(tokens).replace(/\s+/g, ' ').trim();
}

function textOf(tokens: readonly Token[]): string {
  return (tokens as readonly MarkedToken[]).map(textOfToken).join('');
}

function textOfToken(token: MarkedToken): string {
  switch (token.type) {
    case 'html':
    case 'def':
    case 'checkbox':
    case 'hr':
      return '';
    case 'space':
    case 'br':
      return ' ';
    case 'list':
      return token.items.map((item) => `${textOf(item.tokens)} `).join('');
    case 'table':
      return [token.header, ...token.rows]
        .flat()
        .map((cell) => `${textOf(cell.tokens)} `)
        .join('');
    case 'code':
      return `${token.text} `;
    case 'codespan':
    case 'escape':
      return token.text;
    case 'image':
      return token.text;
    case 'text':
      return token.tokens ? textOf(token.tokens) : readableText(token.text);
    case 'paragraph':
    case 'heading':
    case 'blockquote':
      return `${textOf(token.tokens)} `;
    default:
      return textOf(token.tokens ?? []);
  }
}

/** As GitHub makes it, so that a link works there and here: `-1` is added to one that is taken. */
function anchorOf(text: string, taken: Map<string, number>): string {
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
  const before = taken.get(slug) ?? 0;
  taken.set(slug, before + 1);
  return before === 0 ? slug : `${slug}-${before}`;
}
