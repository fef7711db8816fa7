import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aHolder, aProcess } from '@/e2e/support/a-lock';
import { WHOLE_COVERAGE } from '@/e2e/support/a-node';
import type { HolderSummary, HoldersAnswer } from '@/lib/contract/groups';
import { counted } from '@/lib/domain/values/counted';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { HoldersPage } from './holders-page';

const ID = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const CLIENT: HolderSummary = {
  ref: `instance:${ID}`,
  holder: aHolder(),
  count: 4,
  tokenKeys: 3,
  states: { held: 3, 'at-risk': 1 },
  worstState: 'at-risk',
  waiting: counted(2),
  targets: ['main'],
  libraries: ['Redisson RLock', 'Redisson RFairLock'],
};
const PROCESS: HolderSummary = {
  ...CLIENT,
  ref: 'process:worker-7:4711@5',
  holder: aHolder({
    process: aProcess({ host: 'worker-7', pid: 4711 }),
    label: 'checkout · worker-7:4711',
    verdict: 'alive',
  }),
  count: 1,
  tokenKeys: 1,
  states: { held: 1 },
  worstState: 'held',
  waiting: counted(null),
};

const answerOf = (holders: HolderSummary[], change: Partial<HoldersAnswer> = {}): HoldersAnswer => ({
  holders,
  matched: holders.length,
  anonymous: 0,
  coverage: WHOLE_COVERAGE,
  nowMs: 0,
  ...change,
});

type Options = { search?: string; locale?: Locale };

/** The page, and the paths it asked for; the server answers `body`, refuses, is not there, or is late. */
function show(
  body: HoldersAnswer | 'refused' | 'cut' | 'late',
  { search = '', locale = 'en' }: Options = {},
) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    if (body === 'late') return new Promise<never>(() => {});
    if (body === 'cut') throw new TypeError('fetch failed');
    const error = { error: { code: 'node-down', message: 'no answer' } };
    return body === 'refused'
      ? new Response(JSON.stringify(error), { status: 503 })
      : new Response(JSON.stringify(body));
  });
  const { container } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NuqsTestingAdapter searchParams={search} hasMemory>
        <I18nProvider locale={locale} messages={messagesFor(locale)}>
          <HoldersPage />
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  return { container, asked };
}

const media = (matches: boolean) => () => ({ matches, addEventListener() {}, removeEventListener() {} });

afterEach(() => {
  cleanup();
  vi.stubGlobal('matchMedia', media(false));
});

describe('the holders', () => {
  it('say who holds how much, in which states, by what it is told, and what one token is on', async () => {
    show(answerOf([CLIENT, PROCESS], { anonymous: 2 }));
    const link = await screen.findByRole('link', { name: ID });
    expect(link.getAttribute('href')).toBe(`/holders/${encodeURIComponent(CLIENT.ref)}`);
    const row = link.closest('tr') as HTMLElement;
    expect(row.textContent).toContain('4 locks, one token on 3 keys');
    expect(row.textContent).toContain('client instance');
    expect(
      within(row)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['1 at risk', '3 held']);
    const other = screen.getByRole('link', { name: 'checkout · worker-7:4711' }).closest('tr') as HTMLElement;
    expect(other.textContent).toContain('1 lock');
    expect(other.textContent).not.toContain('one token');
    expect(within(other).getByTitle('Proven alive')).toBeTruthy();
    expect(within(other).getByTitle('Waiters unknown')).toBeTruthy();
    expect(screen.getByText(/showing 2 of 2 holders · 2 locks name no holder/)).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'Node' })).toBeNull();
  });

  it('name their connections where there are several', async () => {
    show(answerOf([CLIENT, { ...PROCESS, targets: ['main', 'eu'] }]));
    expect(await screen.findByRole('columnheader', { name: 'Node' })).toBeTruthy();
    expect(screen.getByTitle('main, eu')).toBeTruthy();
  });

  it('are those of the filter in the address', async () => {
    const { asked } = show(answerOf([CLIENT]), { search: '?q=state:held&target=main' });
    await screen.findByRole('link', { name: ID });
    expect(asked).toContain('/api/holders?q=state%3Aheld&target=main');
  });

  it('are a list on a narrow screen, with the same figures', async () => {
    vi.stubGlobal('matchMedia', media(true));
    show(answerOf([CLIENT]));
    const item = (await screen.findByRole('link', { name: ID })).closest('li') as HTMLElement;
    expect(item.textContent).toContain('4 locks, one token on 3 keys');
    expect(item.textContent).toContain('2 waiting');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('that are none say why', async () => {
    show(answerOf([]));
    expect(await screen.findByText('No lock is held')).toBeTruthy();
    cleanup();
    show(answerOf([], { coverage: { ...WHOLE_COVERAGE, contents: 0.34 } }));
    expect(await screen.findByText(/Nothing found yet: 34/)).toBeTruthy();
    cleanup();
    show(answerOf([], { anonymous: 3 }), { search: '?q=kind:plain' });
    const way = await screen.findByRole('link', { name: 'Show the locks' });
    expect(way.getAttribute('href')).toBe('/locks?q=kind%3Aplain');
    expect(screen.getByText('3 locks name no holder')).toBeTruthy();
  });

  it('that are on their way say so', async () => {
    show('late');
    expect(await screen.findByText('Loading the holders')).toBeTruthy();
  });

  it('that could not be had say so, and whether the server is there', async () => {
    show('refused');
    expect(await screen.findByText('This part could not be loaded')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    cleanup();
    const { container } = show('cut');
    await vi.waitFor(() =>
      expect(container.textContent).toContain(messagesFor('en').common.disconnected.title),
    );
  });

  it.each(['en', 'zh'] as const)('have words in %s', async (locale) => {
    const { container } = show(answerOf([CLIENT, PROCESS], { anonymous: 1 }), { locale });
    await screen.findByRole('link', { name: ID });
    expect(container.textContent).not.toMatch(/index\.|holders\.|column\.|[{}]/);
  });
});
