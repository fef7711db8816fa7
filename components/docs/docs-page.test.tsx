import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveProvider } from '@/components/app/live-provider';
import { ShortcutsProvider } from '@/components/app/shortcuts';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { DocsAnswer } from '@/lib/contract/docs/search';
import type { DocEntry, DocGroup } from '@/lib/domain/docs/doc-contents';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { DocsPage } from './docs-page';

const entry = (name: string, title: string): DocEntry => ({
  file: `docs/${name}.md`,
  path: `/docs/${name}`,
  title,
});
const START = entry('start', 'Ten minutes');
const SECURITY = entry('security', 'Security');
const MANY = Array.from({ length: 12 }, (_, nth) => entry(`findings/f${nth}`, `Finding ${nth}`));
const CONTENTS: DocGroup[] = [
  { title: 'Start here', anchor: 'start-here', entries: [START, SECURITY] },
  { title: 'Findings', anchor: 'findings', entries: MANY },
];
const FOUND: DocsAnswer = {
  matched: 31,
  hits: [
    {
      path: '/docs/security#the-audit',
      page: 'Security',
      heading: 'The audit',
      excerpt: 'an Entry of the audit',
    },
    { path: '/docs/start', page: 'Ten minutes', heading: null, excerpt: 'look at the entry' },
  ],
};

type Options = { search?: string; locale?: Locale; answer?: DocsAnswer | null; isAlone?: boolean };

let asked: string[] = [];

/** The page of security over this answer; null = refused. */
function show({ search = '', locale = 'en', answer = FOUND, isAlone = false }: Options = {}): void {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/docs')) asked.push(path);
    const error = { error: { code: 'internal', message: 'broken' } };
    return new Response(JSON.stringify(answer ?? error), { status: answer ? 200 : 500 });
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={cache}>
      <NuqsTestingAdapter searchParams={search} hasMemory>
        <I18nProvider locale={locale} messages={messagesFor(locale)}>
          <LiveProvider>
            <ShortcutsProvider>
              <DocsPage
                contents={CONTENTS}
                path="/docs/security"
                headings={[
                  { depth: 1, text: 'Who may do what', anchor: 'who-may-do-what' },
                  { depth: 2, text: 'Rights', anchor: 'rights' },
                  { depth: 3, text: 'Step-up', anchor: 'step-up' },
                ]}
                before={START}
                after={MANY[0] ?? null}
                isAlone={isAlone}
              >
                <h1>Who may do what</h1>
              </DocsPage>
            </ShortcutsProvider>
          </LiveProvider>
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  asked = [];
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the documentation', () => {
  it('has its contents, the page that is open marked, with its headings, and a long section folded', () => {
    show({ search: '?target=shop' });
    const contents = within(screen.getByRole('navigation', { name: 'Contents' }));
    expect(contents.getByRole('link', { current: 'page' }).textContent).toBe('Security');
    expect(contents.getByRole('link', { name: 'Rights' }).getAttribute('href')).toBe('#rights');
    expect(contents.queryByRole('link', { name: 'Step-up' })).toBeNull();
    expect(contents.getByRole('link', { name: 'Ten minutes' }).getAttribute('href')).toBe(
      '/docs/start?target=shop',
    );
    const folded = [...document.querySelectorAll('details')].map(({ open }) => open);
    expect(folded).toEqual([true, false]);
  });

  it('shows the contents on a narrow screen when asked to', async () => {
    show();
    const button = screen.getByRole('button', { name: 'Contents' });
    const contents = screen.getByRole('navigation', { name: 'Contents' });
    expect([button.getAttribute('aria-expanded'), contents.className]).toEqual([
      'false',
      expect.stringContaining('max-lg:hidden'),
    ]);
    await userEvent.click(button);
    expect([button.getAttribute('aria-expanded'), contents.className]).toEqual([
      'true',
      expect.not.stringContaining('max-lg:hidden'),
    ]);
  });

  it('leads to the pages before and after', () => {
    show();
    const order = within(screen.getByRole('navigation', { name: 'Reading order' }));
    expect(order.getByRole('link', { name: /^Previous page/ }).getAttribute('href')).toBe('/docs/start');
    expect(order.getByRole('link', { name: /^Next page/ }).getAttribute('href')).toBe('/docs/findings/f0');
  });

  it('finds sections, says how many there are, and marks the words', async () => {
    show();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the documentation' }), 'audit entry');
    expect(await screen.findByRole('status')).toHaveProperty(
      'textContent',
      '31 sections · the best 2 are shown',
    );
    const [first, second] = screen.getAllByRole('listitem').filter((item) => item.querySelector('mark'));
    expect(within(first as HTMLElement).getByRole('link').textContent).toBe('Security › The audit');
    expect(
      within(first as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/docs/security#the-audit');
    expect([...(first?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Entry',
      'audit',
    ]);
    expect(within(second as HTMLElement).getByRole('link').textContent).toBe('Ten minutes');
    expect(screen.queryByRole('heading', { name: 'Who may do what' })).toBeNull();
    await userEvent.clear(screen.getByRole('searchbox'));
    expect(await screen.findByRole('heading', { name: 'Who may do what' })).toBeTruthy();
  });

  it('begins with the search that the address names, and asks nothing without words', async () => {
    show({ search: '?q=audit' });
    expect(await screen.findByText(/31 sections/)).toBeTruthy();
    expect(asked).toEqual(['/api/docs?q=audit']);
    cleanup();
    asked = [];
    show({ search: '?q=%20' });
    expect(screen.getByRole('heading', { name: 'Who may do what' })).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('says that nothing was found, and that the search failed', async () => {
    show({ search: '?q=x', answer: { hits: [], matched: 0 } });
    expect(await screen.findByText('No section has all of these words')).toBeTruthy();
    cleanup();
    show({ search: '?q=x', answer: null });
    expect((await screen.findByRole('alert')).textContent).toContain('The console server refused: broken');
  });

  it('has a main part and a way back of its own where there is no frame', () => {
    show({ isAlone: true });
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Back to the console' }).getAttribute('href')).toBe('/');
    cleanup();
    show();
    expect(screen.queryByRole('main')).toBeNull();
  });

  it('has words in zh, and says that the pages are in English', async () => {
    show({ locale: 'zh' });
    expect(screen.getByText('以下文档目前只有英文版。')).toBeTruthy();
    expect(screen.getByRole('navigation', { name: '目录' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).closest('[lang]')?.getAttribute('lang')).toBe('en');
    cleanup();
    show();
    expect(screen.queryByText(messagesFor('en').docs.inEnglish)).toBeNull();
  });
});
