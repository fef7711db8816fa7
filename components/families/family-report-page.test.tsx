import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter, type UrlUpdateEvent } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LiveProvider } from '@/components/app/live-provider';
import { ShortcutsProvider } from '@/components/app/shortcuts';
import { I18nProvider } from '@/components/i18n/intl-provider';
import {
  aFamilyReport,
  anInsight,
  REPORT_FROM,
  REPORT_ROWS,
  REPORT_TO,
  someInsights,
} from '@/e2e/support/a-family-report';
import { aHistory } from '@/e2e/support/a-history';
import type { FamilyReport } from '@/lib/contract/history/family-report';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { FamilyReportPage } from './family-report-page';

const RANGE = `?from=${REPORT_FROM}&to=${REPORT_TO}`;
const LEASE = messagesFor('en').insights.code.lease.title;
const asked: string[] = [];

type Options = {
  search?: string;
  locale?: Locale;
  report?: FamilyReport | null;
  insights?: unknown;
  debt?: unknown;
  broken?: boolean;
};

/** The page over these answers; null = refused. */
function show(options: Options = {}): { urls: string[] } {
  const { search = RANGE, locale = 'en', report = aFamilyReport(), broken = false } = options;
  const answers: Record<string, unknown> = {
    ...aHistory(),
    '/api/history/families': report,
    ...(options.debt !== undefined && { '/api/history/debt': options.debt }),
    '/api/insights': options.insights === undefined ? someInsights() : options.insights,
  };
  asked.length = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    if (broken) throw new TypeError('fetch failed');
    asked.push(path);
    const answer = answers[new URL(path, 'http://console').pathname];
    const error = { error: { code: 'history-unavailable', message: 'the file is locked' } };
    return new Response(JSON.stringify(answer ?? error), { status: answer ? 200 : 503 });
  });
  const urls: string[] = [];
  const cache = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  render(
    <QueryClientProvider client={cache}>
      <NuqsTestingAdapter
        searchParams={search}
        hasMemory
        onUrlUpdate={({ queryString }: UrlUpdateEvent) => urls.push(queryString)}
      >
        <I18nProvider locale={locale} messages={messagesFor(locale)}>
          <LiveProvider>
            <ShortcutsProvider>
              <FamilyReportPage />
            </ShortcutsProvider>
          </LiveProvider>
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  return { urls };
}

async function rowsShown(): Promise<HTMLElement[]> {
  const table = await screen.findByRole('table', { name: /^Families of locks in the range/ });
  return within(table).getAllByRole('row').slice(1);
}
const names = async () =>
  (await rowsShown()).map((row) => within(row).getByRole('rowheader').querySelector('a')?.title);
const cellsOf = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the report of the families', () => {
  it('answers which family hurts most by its sentence and its first row, from one question', async () => {
    show();
    expect((await names())[0]).toBe('payout:batch:*');
    const answer = document.querySelector('[data-answer]')?.textContent?.replaceAll('\u00a0', ' ');
    expect(answer).toBe(
      'payout:batch:* hurts most: clients waited 2 h 16 m for it, 80 % of the 2 h 50 m that all families cost',
    );
    await screen.findByRole('link', { name: LEASE });
    expect(cellsOf((await rowsShown())[0])).toEqual([
      ...['2 h 16 m', '21 s', 'Some holds were renewed4.8', '0.003', '1', '6', '100 %', LEASE],
    ]);
    expect(asked.filter((path) => path.includes('from='))).toEqual([
      `/api/history/families?from=${REPORT_FROM}&to=${REPORT_TO}`,
      `/api/insights?from=${REPORT_FROM}&to=${REPORT_TO}`,
    ]);
    expect(screen.getByText(/6 families · 98.% watched/)).toBeTruthy();
  });

  it('says why a figure is not known, and never 0 for it', async () => {
    show();
    await screen.findAllByText('none');
    const rows = await rowsShown();
    const gaps = messagesFor('en').families.gap;
    expect(cellsOf(rows[3])).toEqual([
      ...[`–${gaps.uncounted}`, `–${gaps.uncounted}`, '–No hold ended in this range', '0.42', '0'],
      ...[`–${messagesFor('en').families.why.waiters}`, '100 %', 'none'],
    ]);
    expect(cellsOf(rows[4])?.[2]).toBe('no lease');
    expect(cellsOf(rows[5])?.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => `–${gaps.pending}`));
  });

  it('says at least where waits have not ended or leases differ', async () => {
    show();
    const row = (await rowsShown())[1];
    expect(cellsOf(row)?.slice(1, 3)).toEqual(['≥ 1 m 1 s', '≥ 0.50']);
    expect(within(row as HTMLElement).getByTitle(/^No wait has ended/)).toBeTruthy();
    expect(within(row as HTMLElement).getByTitle(/10.s to 30.s: the multiple is at least/)).toBeTruthy();
  });

  it('is sorted by any figure, what is not known last, and keeps the order in the address', async () => {
    const { urls } = show();
    await names();
    await userEvent.click(screen.getByRole('button', { name: 'Acquired/s' }));
    await vi.waitFor(() => expect(urls.at(-1)).toBe(`${RANGE}&sort=rate`));
    expect((await names()).at(0)).toBe('acct:{*}:transfer');
    expect((await names()).at(-1)).toBe('new:*');
    expect(screen.getByRole('columnheader', { name: 'Acquired/s' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Acquired/s' }));
    await vi.waitFor(() => expect(urls.at(-1)).toBe(`${RANGE}&sort=rate&desc=false`));
    expect([(await names()).at(0), (await names()).at(-1)]).toEqual(['payout:batch:*', 'new:*']);
  });

  it('leads from a row to its timeline in the same range, and opens it in place', async () => {
    show();
    const [first] = await rowsShown();
    const link = within(first as HTMLElement).getByRole('link', { name: 'Timeline of payout:batch:*' });
    expect(link.getAttribute('href')).toBe(
      `/timeline?target=main&family=payout%3Abatch%3A*&from=${REPORT_FROM}&to=${REPORT_TO}`,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Details of payout:batch:*' }));
    const keys = await screen.findByRole('table', { name: 'Worst keys' });
    expect(within(keys).getByRole('link', { name: 'acct:{7}:transfer' })).toBeTruthy();
    expect(asked.at(-1)).toContain('/api/history/debt?target=main&family=payout%3Abatch%3A*');
    expect(screen.getByText(/^2.m 24.s \(n = 40\)$/)).toBeTruthy();
  });

  it('never says that nobody waited where it is not known for which lock', async () => {
    const debt = { ...(aHistory()['/api/history/debt'] as object), locks: [] };
    const words = messagesFor('en').families;
    for (const [family, text] of [
      ['payout:batch:*', words.detail.keysNotKept],
      ['stock:reserve:*', words.detail.noKeys],
      ['cron:nightly-*', words.gap.uncounted],
    ]) {
      show({ search: `${RANGE}&open=main+${family}`, debt });
      expect(await screen.findByText(text as string, { selector: 'p' })).toBeTruthy();
      cleanup();
    }
  });

  it('moves by j and k, and shifts its range by [', async () => {
    const { urls } = show();
    await names();
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(document.activeElement?.getAttribute('title')).toBe('payout:batch:*');
    fireEvent.keyDown(document.body, { key: '[' });
    const half = (REPORT_TO - REPORT_FROM) / 2;
    await vi.waitFor(() => expect(urls.at(-1)).toBe(`?from=${REPORT_FROM - half}&to=${REPORT_TO - half}`));
  });

  it('says how many families are not listed and what they cost', async () => {
    show({ report: aFamilyReport({ rows: REPORT_ROWS.slice(0, 1), matched: 51 }) });
    await names();
    expect(screen.getByText(/^50 more families, together 34.m 00.s of debt/)).toBeTruthy();
  });

  it('says that nobody waited, as far as it was watched', async () => {
    show({ report: aFamilyReport({ rows: REPORT_ROWS.slice(2, 3), waiterSeconds: 0 }) });
    expect(await screen.findByText(/^Nobody waited .*: 98.%$/)).toBeTruthy();
  });

  it('has words for an empty range, an unwatched one, a failure and a broken connection', async () => {
    show({ report: aFamilyReport({ rows: [], matched: 0, waiterSeconds: 0 }) });
    expect(await screen.findByText('No family in this range')).toBeTruthy();
    cleanup();
    show({ report: aFamilyReport({ rows: [], matched: 0, waiterSeconds: null, covered: 0 }) });
    expect(await screen.findByText('Nobody watched in this range')).toBeTruthy();
    expect(await screen.findByText(/^Recording reaches back to/)).toBeTruthy();
    cleanup();
    show({ report: null });
    expect((await screen.findByRole('alert')).textContent).toContain('the file is locked');
    cleanup();
    show({ broken: true });
    expect(await screen.findByText(messagesFor('en').common.disconnected.title)).toBeTruthy();
  });

  it('keeps its figures where the advice cannot be loaded, and says so', async () => {
    show({ insights: null });
    const [first] = await rowsShown();
    expect(
      (await within(first as HTMLElement).findByTitle('The insights could not be loaded')).textContent,
    ).toContain('–');
  });

  it('names the advice with the most harm of each family, as the way to all of it', async () => {
    const insights = [anInsight({ code: 'unfair', harm: 9 }), anInsight({ code: 'lease', harm: 1 })];
    show({ insights: someInsights(insights) });
    const link = await screen.findByRole('link', { name: messagesFor('en').insights.code.unfair.title });
    expect(link.getAttribute('href')).toContain('/insights?target=main&family=payout%3Abatch%3A*&from=');
  });

  it('has words in zh', async () => {
    show({ locale: 'zh', search: `${RANGE}&open=main+payout:batch:*` });
    expect(await screen.findByText('最严重的键', { selector: 'h2' })).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/families\.|column\.|detail\./);
  });
});
