import { render, screen, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { describe, expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { docLinkOf } from '@/lib/domain/docs/doc-link';
import { messagesFor } from '@/lib/i18n/messages';
import { parseMarkdown } from '@/lib/server/docs/markdown';
import { DocBody } from './doc-body';

const FILES = new Set([
  'docs/README.md',
  'docs/security.md',
  'docs/overview.png',
  'docs/prometheus/alerts.yml',
]);

function show(markdown: string, search = ''): HTMLElement {
  const { tokens, anchors } = parseMarkdown(markdown);
  const places = { files: FILES, folders: new Map<string, string>() };
  return render(
    <NuqsTestingAdapter searchParams={search}>
      <I18nProvider locale="en" messages={messagesFor('en')}>
        <DocBody
          tokens={tokens}
          anchors={anchors}
          linkOf={(href) => docLinkOf(href, 'docs/start.md', places)}
        />
      </I18nProvider>
    </NuqsTestingAdapter>,
  ).container;
}

describe('hostile Markdown', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'text <img src=x onerror=alert(1)> text',
    '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<style>body{display:none}</style>',
    '<form action="https://evil.example"><button>go</button></form>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](<javascript:alert(1)>)',
    '[x](JaVaScRiPt&#58;alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](//evil.example/a.md)',
    '[x][r]\n\n[r]: javascript:alert(1) "t"',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '![x](https://evil.example/pixel.png)',
    '![x](data:image/svg+xml,<svg onload=alert(1)>)',
    '![x](security.md)',
    '`<script>alert(1)</script>`',
    '```html\n<script>alert(1)</script>\n```',
    '| <script>alert(1)</script> | [x](javascript:alert(1)) |\n| --- | --- |\n| <img src=x onerror=alert(1)> | b |',
    '- <script>alert(1)</script>\n  - [x](vbscript:msgbox(1))',
    '# <script>alert(1)</script> [x](javascript:alert(1))',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])('%j makes no element and no link of its own', (markdown) => {
    const body = show(markdown);
    expect(
      body.querySelectorAll('script,img,svg:not(button svg),iframe,style,form,object,embed'),
    ).toHaveLength(0);
    for (const node of body.querySelectorAll('*'))
      for (const { name, value } of node.attributes) {
        expect(name).not.toMatch(/^on|^srcdoc$|^xlink/);
        expect(value).not.toMatch(/javascript:|vbscript:|data:|evil\.example/i);
      }
  });

  it('stays readable: HTML is the text that it is, and a link without a target is its text', () => {
    const body = show('a <b>c</b>\n\n<p>block</p>\n\n[gone](none.md) &lt;x&gt; &amp;');
    expect(body.textContent).toBe('a <b>c</b><p>block</p>gone <x> &');
    expect(body.querySelectorAll('a')).toHaveLength(0);
  });

  it('comments, which mark generated parts, are left out', () => {
    expect(show('<!-- formats:start -->\n\ntext\n').textContent).toBe('text');
  });
});

describe('a page', () => {
  it('links to pages with the chosen connection, to files and to other sites', () => {
    show('[a](security.md#the-audit) [b](prometheus/alerts.yml) [c](https://redis.io/x)', '?target=shop');
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('a')).toBe('/docs/security?target=shop#the-audit');
    expect(hrefOf('b')).toBe('/api/docs/docs%2Fprometheus%2Falerts.yml');
    expect(hrefOf('c')).toBe('https://redis.io/x');
    expect(screen.getByRole('link', { name: 'c' }).getAttribute('rel')).toBe('noreferrer');
  });

  it('has its pictures from the console, with their text', () => {
    show('![The overview](overview.png)');
    expect(screen.getByRole('img', { name: 'The overview' }).getAttribute('src')).toBe(
      '/api/docs/docs%2Foverview.png',
    );
  });

  it('has headings that can be linked to, each by itself', () => {
    const body = show('# Title\n\n## The *audit*\n\n## The audit\n\n### [Link](security.md)');
    expect(screen.getByRole('heading', { level: 1, name: 'Title' })).toBeTruthy();
    const [first, second] = screen.getAllByRole('heading', { level: 2 }) as [HTMLElement, HTMLElement];
    expect([first.id, second.id]).toEqual(['the-audit', 'the-audit-1']);
    expect(within(second).getByRole('link').getAttribute('href')).toBe('#the-audit-1');
    expect(body.querySelectorAll('h3 a')).toHaveLength(1);
  });

  it('has code that can be copied, and tables that scroll, each with a name of its own', () => {
    show('```sh\nnpm start\n```\n\n- item\n\n  ```\n  two\n  ```\n\n| A | B |\n| --- | --- |\n| `1` | 2 |');
    expect(screen.getByRole('region', { name: 'Code 1' }).textContent).toBe('npm start');
    expect(screen.getByRole('region', { name: 'Code 2' }).textContent).toBe('two');
    expect(screen.getByRole('button', { name: 'Copy code 2' })).toBeTruthy();
    const table = within(screen.getByRole('region', { name: 'Table 1' })).getByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['A', 'B']);
    expect(
      within(table)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['1', '2']);
  });

  it('has lists, with the number that an ordered one begins with', () => {
    const body = show('3. three\n4. four\n\n- a\n  - b\n\n> quoted\n\n---\n');
    expect(body.querySelector('ol')?.getAttribute('start')).toBe('3');
    expect(body.querySelectorAll('ul ul li')).toHaveLength(1);
    expect(body.querySelector('blockquote')?.textContent).toBe('quoted');
  });
});
