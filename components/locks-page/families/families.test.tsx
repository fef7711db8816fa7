import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { lockOf } from '@/e2e/support/a-lock';
import { WHOLE_COVERAGE } from '@/e2e/support/a-node';
import type { FamiliesAnswer, Family } from '@/lib/contract/groups';
import type { LockList } from '@/lib/contract/locks';
import { counted } from '@/lib/domain/values/counted';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { StateCounts } from '../../list-parts/state-counts';
import { FamiliesPage } from './families-page';

const ORDERS: Family = {
  name: 'order:{*}:lock',
  count: 60,
  states: { held: 57, 'at-risk': 2, contended: 1 },
  worstState: 'at-risk',
  waiting: counted(null),
  targets: ['main'],
  libraries: ['Redisson RLock', 'node-redlock'],
};

const families = (rows: Family[], change: Partial<FamiliesAnswer> = {}): FamiliesAnswer => ({
  families: rows,
  matched: rows.length,
  coverage: WHOLE_COVERAGE,
  nowMs: 0,
  ...change,
});
const members = (...names: string[]): LockList => ({
  locks: names.map((name) => lockOf(name)),
  matched: 60,
  total: 61,
  coverage: WHOLE_COVERAGE,
  nextCursor: null,
  version: 0,
  nowMs: 0,
});

/** What the server answers by path; everything else is refused. */
function serve(answers: Record<string, unknown>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const [name] = path.split('?');
    const body = answers[name ?? ''];
    return new Response(JSON.stringify(body ?? { error: { code: 'node-down', message: 'no answer' } }), {
      status: body === undefined ? 503 : 200,
    });
  });
  return asked;
}

function show(element: ReactElement, { search = '', locale = 'en' as Locale } = {}): HTMLElement {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container } = render(
    <QueryClientProvider client={cache}>
      <NuqsTestingAdapter searchParams={search} hasMemory>
        <I18nProvider locale={locale} messages={messagesFor(locale)}>
          {element}
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  return container;
}

beforeEach(() => {
  window.innerWidth = 1_440;
});
describe('families of locks', () => {
  it('say how many they are, in which states, the worst first, and who wrote them', async () => {
    serve({ '/api/families': families([ORDERS]) });
    show(<FamiliesPage />);
    const toggle = await screen.findByRole('button', { name: 'order:{*}:lock, 60 locks' });
    const row = toggle.closest('tr') as HTMLElement;
    const states = within(row)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(states).toEqual(['2 at risk', '1 contended', '57 held']);
    expect(row.textContent).toContain('Redisson RLock, node-redlock');
    expect(within(row).getByTitle('Waiters unknown')).toBeTruthy();
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByText(/showing 1 of 1 family/)).toBeTruthy();
  });

  it('name their libraries beside themselves where there is no room for the column', async () => {
    serve({ '/api/families': families([ORDERS]) });
    window.innerWidth = 1_024;
    show(<FamiliesPage />);
    expect(await screen.findByTitle('Redisson RLock, node-redlock')).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'Kind' })).toBeNull();
  });

  it('have heads for what their members alone have only while some are open', async () => {
    serve({ '/api/families': families([ORDERS]), '/api/locks': members('order:{1}:lock') });
    show(<FamiliesPage />);
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const toggle = await screen.findByRole('button', { name: /^order/ });
    expect(heads()).toEqual(['Verdict', 'Key', 'Kind', 'Waiters', 'Node']);
    toggle.click();
    await screen.findByRole('link', { name: 'order:{1}:lock' });
    expect(heads()).toHaveLength(10);
  });

  it('fetch their members when they are opened, the first fifty, and lead to all of them', async () => {
    const asked = serve({
      '/api/families': families([ORDERS]),
      '/api/locks': members('order:{1}:lock', 'order:{2}:lock'),
    });
    show(<FamiliesPage />, { search: '?q=state:held' });
    (await screen.findByRole('button', { name: /^order/ })).click();
    await screen.findByRole('link', { name: 'order:{2}:lock' });
    const { searchParams } = new URL(asked.at(-1) ?? '', 'http://x');
    expect(searchParams.get('q')).toBe('state:held family:"order:{*}:lock"');
    expect(searchParams.get('limit')).toBe('50');
    expect(screen.getByText('The worst 2 of 60.')).toBeTruthy();
    const all = screen.getByRole('link', { name: 'Show all in the flat list' });
    expect(new URL((all as HTMLAnchorElement).href).searchParams.get('q')).toBe(
      'state:held family:"order:{*}:lock"',
    );
  });

  it('say so where the members cannot be had, and offer another try', async () => {
    serve({ '/api/families': families([ORDERS]) });
    show(<FamiliesPage />, { search: '?open=order:{*}:lock' });
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded: no answer');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('say what is missing where there are none', async () => {
    serve({ '/api/families': families([]) });
    show(<FamiliesPage />);
    expect(await screen.findByText('No lock is held')).toBeTruthy();
    cleanup();
    serve({ '/api/families': families([], { coverage: { ...WHOLE_COVERAGE, contents: 0.34 } }) });
    show(<FamiliesPage />);
    expect(await screen.findByText(/Nothing found yet: 34/)).toBeTruthy();
    cleanup();
    serve({});
    show(<FamiliesPage />);
    expect(await screen.findByText('This part could not be loaded')).toBeTruthy();
    cleanup();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    show(<FamiliesPage />);
    expect(await screen.findByText(messagesFor('en').common.disconnected.title)).toBeTruthy();
  });

  it.each(['en', 'zh'] as const)('have words in %s', async (locale) => {
    serve({ '/api/families': families([ORDERS]), '/api/locks': members('order:{1}:lock') });
    const container = show(<FamiliesPage />, { search: '?open=order:{*}:lock', locale });
    await waitFor(() => expect(container.querySelectorAll('a').length).toBeGreaterThan(0));
    expect(container.textContent).not.toMatch(/family\.|locks\.|view\./);
  });
});

describe('states of a family', () => {
  it('that are none are not told', () => {
    show(<StateCounts states={{ held: 0, lost: 1, unknown: 2 }} />);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1 lost',
      '2 unknown',
    ]);
  });
});
