import type { MarkedToken, Token, Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { endpointPath } from '@/lib/contract/request';
import type { DocLink } from '@/lib/domain/docs/doc-link';
import { readableText } from '@/lib/domain/docs/readable-text';
import { DocCode } from './doc-code';
import { DocPageLink } from './doc-page-link';
import { DocTable } from './doc-table';

type Props = {
  tokens: readonly Token[];
  anchors: ReadonlyMap<Token, string>;
  /** null = the link leads nowhere: its text stays. */
  linkOf(href: string): DocLink | null;
};

/** One drawing of a page, with the numbers that name its blocks of code and its tables. */
type Drawing = Props & { codes: number; tables: number };

/** Width of a line that is read with ease. */
const LINE = 'max-w-[80ch]';
/** Underlined: in running text colour alone does not show a link. */
const LINK = 'text-info underline decoration-info-line underline-offset-2 hover:decoration-current';
const HEADINGS: Record<number, string> = {
  1: 'font-title text-xl',
  2: 'mt-7 mb-2 font-semibold text-lg',
  3: 'mt-5 mb-1.5 font-semibold text-base',
};

/**
 * Markdown as elements, drawn by the server. Nothing becomes HTML by itself: raw HTML is shown as the text that it is, comments
 * are left out, and only links that `linkOf` knows are links.
 */
export function DocBody(props: Props) {
  return <>{nodes(props.tokens, { ...props, codes: 0, tables: 0 })}</>;
}

function nodes(tokens: readonly Token[], drawing: Drawing): ReactNode[] {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no name, and a fixed order
  return tokens.map((token, nth) => <Fragment key={nth}>{node(token as MarkedToken, drawing)}</Fragment>);
}

function node(token: MarkedToken, drawing: Drawing): ReactNode {
  const inner = (tokens: readonly Token[] = []) => nodes(tokens, drawing);
  switch (token.type) {
    case 'heading':
      return heading(token, drawing);
    case 'paragraph':
      return <p className={`my-2.5 ${LINE}`}>{inner(token.tokens)}</p>;
    case 'blockquote':
      return (
        <blockquote className="my-3 border-line-strong border-s-2 ps-3 text-2">
          {inner(token.tokens)}
        </blockquote>
      );
    case 'list':
      return list(token, drawing);
    case 'code':
      drawing.codes += 1;
      return <DocCode text={token.text} nth={drawing.codes} />;
    case 'table':
      drawing.tables += 1;
      return (
        <DocTable
          nth={drawing.tables}
          head={token.header.map((cell) => inner(cell.tokens))}
          rows={token.rows.map((row) => row.map((cell) => inner(cell.tokens)))}
        />
      );
    case 'hr':
      return <hr className="my-5 border-line" />;
    case 'strong':
      return <strong className="font-semibold">{inner(token.tokens)}</strong>;
    case 'em':
      return <em>{inner(token.tokens)}</em>;
    case 'del':
      return <del>{inner(token.tokens)}</del>;
    case 'codespan':
      return <code className="mono wrap-anywhere rounded-sm bg-sunken px-1 py-0.5">{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return link(token, drawing);
    case 'image':
      return image(token, drawing);
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'text':
      return token.tokens ? inner(token.tokens) : readableText(token.text);
    case 'escape':
      return token.text;
    case 'html':
      return token.text.replace(/<!--.*?-->/gs, '').trimEnd();
    default:
      return null;
  }
}

/** It links to itself, so that its address can be copied, unless it has a link of its own. */
function heading(token: Tokens.Heading, drawing: Drawing): ReactNode {
  const Tag = `h${token.depth}` as 'h1';
  const anchor = drawing.anchors.get(token);
  const text = nodes(token.tokens, drawing);
  const hasLink = token.tokens.some(({ type }) => type === 'link');
  return (
    <Tag id={anchor} className={`scroll-mt-3 ${HEADINGS[token.depth] ?? 'mt-4 mb-1 font-semibold'}`}>
      {hasLink || token.depth === 1 || anchor === undefined ? (
        text
      ) : (
        <Link href={`#${anchor}`} className="hover:underline">
          {text}
        </Link>
      )}
    </Tag>
  );
}

function list({ ordered, start, items }: Tokens.List, drawing: Drawing): ReactNode {
  const rows = items.map((item, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text have no name, and a fixed order
    <li key={nth} className="my-1 ps-1">
      {nodes(item.tokens, drawing)}
    </li>
  ));
  if (!ordered) return <ul className={`my-2.5 ms-5 list-disc ${LINE}`}>{rows}</ul>;
  return (
    <ol start={start === '' ? 1 : start} className={`my-2.5 ms-5 list-decimal ${LINE}`}>
      {rows}
    </ol>
  );
}

function link({ href, tokens }: Tokens.Link, drawing: Drawing): ReactNode {
  const target = drawing.linkOf(href);
  const text = nodes(tokens, drawing);
  switch (target?.to) {
    case 'page':
      return (
        <DocPageLink path={target.path} className={LINK}>
          {text}
        </DocPageLink>
      );
    case 'file':
      return (
        <a href={fileAddress(target.file)} className={LINK}>
          {text}
        </a>
      );
    case 'outside':
      return (
        <a href={target.href} rel="noreferrer" className={LINK}>
          {text}
        </a>
      );
    default:
      return text;
  }
}

/** Pictures of the documentation alone; the text of any other stands in its place. */
function image({ href, text }: Tokens.Image, { linkOf }: Drawing): ReactNode {
  const target = linkOf(href);
  if (target?.to !== 'file') return text;
  return (
    // biome-ignore lint/performance/noImgElement: a picture of this console, whose size only the file knows
    <img
      src={fileAddress(target.file)}
      alt={text}
      loading="lazy"
      className="h-auto max-w-full rounded-md border border-line"
    />
  );
}

function fileAddress(file: string): string {
  return endpointPath('GET /api/docs/{id}', { id: file });
}
