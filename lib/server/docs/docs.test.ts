import { walkTokens } from 'marked';
import { beforeAll, describe, expect, test } from 'vitest';
import { FINDING_CODES } from '../../contract/finding-codes';
import { INSIGHT_CODES } from '../../contract/insight-codes';
import { docLinkOf } from '../../domain/docs/doc-link';
import { CONTENTS_FILE, findingDocPath, insightDocPath } from '../../domain/docs/doc-paths';
import { pageIn } from './doc-page';
import { type DocLibrary, readLibrary } from './library';
import { parseMarkdown } from './markdown';

let library: DocLibrary;
/** Anchors of every page, by its address. */
let anchors: Map<string, Set<string>>;

beforeAll(async () => {
  library = await readLibrary(process.cwd());
  anchors = new Map(
    [...library.pages.keys()].map((file) => {
      const shown = shownAt(file);
      return [shown.path, new Set(shown.headings.map(({ anchor }) => anchor))];
    }),
  );
});

const segmentsOf = (file: string) =>
  file === 'README.md'
    ? ['readme']
    : file === CONTENTS_FILE
      ? []
      : file.replace(/^docs\/|\.md$/g, '').split('/');

function shownAt(file: string) {
  const shown = pageIn(library, segmentsOf(file));
  if (shown === null || 'movedTo' in shown) throw new Error(`${file} is no page`);
  return shown;
}

/** Links of a text that lead nowhere: to no file, or to no heading. */
function brokenIn(file: string, markdown: string): string[] {
  return linksIn(parseMarkdown(markdown).tokens).flatMap((href) => {
    const link = docLinkOf(href, file, library);
    if (link === null) return [`${file}: ${href}`];
    if (link.to !== 'page') return [];
    const [path = '', anchor] = link.path.split('#');
    const known = anchors.get(path);
    return known && (anchor === undefined || known.has(anchor)) ? [] : [`${file}: ${href}`];
  });
}

describe('the documentation', () => {
  test('has no link that leads nowhere, nor to a heading that is not there', () => {
    const broken = [...library.pages].flatMap(([file, { markdown }]) => brokenIn(file, markdown));
    expect(broken).toEqual([]);
  });

  test('a link that leads nowhere would be found', () => {
    const text =
      'See [a](none.md), [b](security.md#none), ![c](none.png), [d](#none), [e](security.md#the-audit).';
    expect(brokenIn('docs/start.md', text)).toEqual(
      ['none.md', 'security.md#none', 'none.png', '#none'].map((href) => `docs/start.md: ${href}`),
    );
  });

  test('has every page in its contents, once', () => {
    const listed = library.contents.flatMap(({ entries }) => entries.map(({ file }) => file));
    const pages = [...library.pages.keys()].filter((file) => file !== CONTENTS_FILE);
    expect([...listed].sort()).toEqual(pages.sort());
  });

  test('has a page for every finding and every insight', () => {
    const paths = [...FINDING_CODES.map(findingDocPath), ...INSIGHT_CODES.map(insightDocPath)];
    expect(paths.filter((path) => !anchors.has(path))).toEqual([]);
  });

  test('has pages that begin with their only title, and no heading that is the id of the frame', () => {
    for (const [file, { markdown }] of library.pages) {
      const { headings, tokens } = parseMarkdown(markdown);
      expect([file, tokens[0]?.type, headings.filter(({ depth }) => depth === 1).length]).toEqual([
        file,
        'heading',
        1,
      ]);
      expect(headings.map(({ anchor }) => anchor)).not.toContain('page');
    }
  });

  test('has no raw HTML but comments', () => {
    for (const [file, { markdown }] of library.pages)
      for (const text of htmlIn(parseMarkdown(markdown).tokens))
        expect([file, text.replace(/<!--.*?-->/gs, '').trim()]).toEqual([file, '']);
  });
});

describe('an address', () => {
  const at = (...segments: string[]) => pageIn(library, segments);

  test('is that of a file without its ending; the contents are at the root', () => {
    expect(at()).toMatchObject({ path: '/docs', before: null });
    expect(at('security')).toMatchObject({ path: '/docs/security', title: expect.any(String) });
    expect(at('findings', 'no-ttl')).toMatchObject({ path: '/docs/findings/no-ttl' });
    expect(at('readme')).toMatchObject({ path: '/docs/readme', title: 'Lockscope' });
  });

  test('as Markdown has it, and one of a folder, move to their pages', () => {
    expect(at('insights', 'lease.md')).toEqual({ movedTo: '/docs/insights/lease' });
    expect(at('README.md')).toEqual({ movedTo: '/docs' });
    expect(at('findings')).toEqual({ movedTo: '/docs#findings' });
    expect(anchors.get('/docs')).toContain('findings');
  });

  test.each([
    ['nothing'],
    ['..', 'README'],
    ['..', '..', 'package'],
    ['%2e%2e', 'README'],
    ['overview.png'],
    ['findings', 'nothing.md'],
    ['README'.toLowerCase(), 'x'],
  ])('%j has no page', (...segments) => {
    expect(at(...segments)).toBeNull();
  });

  test('neighbours are those of the contents', () => {
    const order = library.contents.flatMap(({ entries }) => entries);
    order.forEach(({ file }, nth) => {
      const { before, after } = shownAt(file);
      expect([before, after]).toEqual([order[nth - 1] ?? null, order[nth + 1] ?? null]);
    });
  });
});

type Tokens = ReturnType<typeof parseMarkdown>['tokens'];

/** Addresses of all links and pictures. */
function linksIn(tokens: Tokens): string[] {
  const found: string[] = [];
  walkTokens(tokens, (token) => {
    if (token.type === 'link' || token.type === 'image') found.push(token.href);
  });
  return found;
}

function htmlIn(tokens: Tokens): string[] {
  const found: string[] = [];
  walkTokens(tokens, (token) => {
    if (token.type === 'html') found.push(token.raw);
  });
  return found;
}
