import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { NuqsTestingAdapter, type UrlUpdateEvent } from 'nuqs/adapters/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveProvider } from '@/components/app/live-provider';
import { ShortcutsProvider } from '@/components/app/shortcuts';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aHistory, FROM, TO } from '@/e2e/support/a-history';
import type { HistorySeries, Marks } from '@/lib/contract/history/history';
import type { HistoryMark } from '@/lib/contract/history/past';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { HistoryPage } from './history-page';

const RANGE = `?from=${FROM}&to=${TO}`;
const asked: string[] = [];

type Options = { search?: string; locale?: Locale; answers?: Record<string, unknown>; status?: number };

/** An answer of another range has its points there. */
function shiftedTo(fromMs: number, answer: unknown): unknown {
  const by = fromMs - FROM;
  const series = answer as HistorySeries | undefined;
  if (by === 0 || !series?.points) return answer;
  const points = series.points.map((point) => ({ ...point, startMs: point.startMs + by, partial: false }));
  return { ...series, fromMs, toMs: series.toMs + by, points };
}

/** The page over answers by path; those that are not given are refused. */
function show({ search = RANGE, locale = 'en', answers = aHistory(), status = 503 }: Options = {}) {
  asked.length = 0;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const url = new URL(path, 'http://console');
    asked.push(`${init?.method ?? 'GET'} ${path}`);
    const answer = shiftedTo(Number(url.searchParams.get('from') ?? FROM), answers[url.pathname]);
    const error = { error: { code: 'history-unavailable', message: 'the file is locked' } };
    return new Response(JSON.stringify(answer ?? error), { status: answer ? 200 : status });
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
          <AppRouterContext value={{ push() {}, prefetch() {} } as unknown as AppRouterInstance}>
            <LiveProvider>
              <ShortcutsProvider>
                <HistoryPage />
              </ShortcutsProvider>
            </LiveProvider>
          </AppRouterContext>
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  return { urls };
}

async function chart(name: string): Promise<HTMLElement> {
  const title = await screen.findByText(name, { selector: 'h2' });
  return title.closest('section') as HTMLElement;
}
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 15_000 });
const plot = async (name: string) => within(await chart(name)).findByLabelText(`${name}, by time`);

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly tell: (entries: unknown[]) => void) {}
      observe() {
        this.tell([{ contentRect: { width: 700, height: 200 } }]);
      }
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the history page', () => {
  it('asks for one range for every chart, and says what each of them says', async () => {
    show();
    expect((await chart('Held and waiting')).textContent).toContain(
      '10 to 12 held; at most 5 waiting at once',
    );
    const ends = (await chart('Expired and forced')).textContent;
    expect(ends).toContain('1 lease expired, 1 was force-released.');
    expect(ends).toContain('expired = its lease ran out, still held or not');
    expect((await chart('Contention debt')).textContent).toContain('for acct:{7}:transfer');
    expect((await chart('Wait time')).textContent).toContain('log axis');
    const ranges = asked
      .filter((path) => path.includes('from='))
      .map((path) => /from=\d+&to=\d+/.exec(path)?.[0]);
    expect(new Set(ranges)).toEqual(new Set([`from=${FROM}&to=${TO}`]));
    expect(asked.some((path) => path.startsWith('GET /api/history/debt'))).toBe(true);
  });

  it('draws what nobody watched as a gap, and the running bucket by itself', async () => {
    show();
    const region = await chart('Held and waiting');
    await plot('Held and waiting');
    expect(region.querySelectorAll('[data-gap]')).toHaveLength(1);
    const lines = [...region.querySelectorAll('path.recharts-line-curve')];
    const held = lines.find((line) => line.getAttribute('stroke') === 'var(--held-mark)');
    // Two runs around the gap: two moves of the pen, and none to zero.
    expect(held?.getAttribute('d')?.match(/M/g)).toHaveLength(2);
    const open = [...region.querySelectorAll('[data-open] path')];
    expect(open.map((path) => path.getAttribute('stroke-dasharray'))).toEqual(['2 3', '2 3', '2 3']);
  });

  it('has a table with the very figures of the answer, unknown ones as a dash', async () => {
    show();
    const region = await chart('Held and waiting');
    await userEvent.click(within(region).getByText('Table'));
    const rows = within(within(region).getByRole('table')).getAllByRole('row').slice(1);
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
    expect(cells).toEqual([
      ['10', '11', '2', '3', '120\u00a0s'],
      ['12', '12', '4', '5', '240\u00a0s'],
      ['–', '–', '–', '–', '–'],
      ['11', '12', '1', '2', '60\u00a0s'],
      ['10', '10', '0', '0', '0\u00a0s'],
    ]);
    expect(rows.at(-1)?.textContent).toContain('runs');
  });

  it('compares with a day before: a fainter line, a column, and nothing where nobody watched', async () => {
    const { urls } = show();
    await userEvent.click(screen.getByRole('combobox', { name: 'Compare the charts with' }));
    await userEvent.click(await screen.findByRole('option', { name: 'A day before' }));
    await waitFor(() => expect(urls.at(-1)).toContain('compare=day'));
    const [from, to] = [FROM - 86_400_000, TO - 86_400_000];
    await waitFor(() =>
      expect(asked.some((path) => path.includes(`series?from=${from}&to=${to}`))).toBe(true),
    );
    const region = await chart('Held and waiting');
    await userEvent.click(within(region).getByText('Table'));
    const table = within(region).getByRole('table');
    await within(table).findByRole('columnheader', { name: 'waiting, a day before' });
    const rows = within(table).getAllByRole('row').slice(1);
    const last = rows.map((row) => within(row).getAllByRole('cell').at(-2)?.textContent);
    expect(last).toEqual(['10', '12', '–', '11', '10']);
    expect(screen.getByText(/^Of the time to compare with 80\s% was watched/)).toBeTruthy();
  });

  it('says where there is nothing to compare with', async () => {
    show({ search: `${RANGE}&compare=week`, answers: aHistory({ empty: true }) });
    await screen.findByText('There is nothing to compare with: nobody watched at that time.');
  });

  it('tells the figures of a moment to those who move by keys, and zooms to whole buckets', async () => {
    const { urls } = show();
    const slider = await plot('Held and waiting');
    slider.focus();
    fireEvent.keyDown(slider, { key: 'Home' });
    expect(slider.getAttribute('aria-valuetext')).toMatch(/: held 10, waiting 2, waiting at most 3$/);
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    expect(slider.getAttribute('aria-valuetext')).toContain('held not watched');
    fireEvent.keyDown(slider, { key: 'Home' });
    fireEvent.keyDown(slider, { key: 'ArrowRight', shiftKey: true });
    fireEvent.keyDown(slider, { key: 'Enter' });
    await waitFor(() => expect(urls.at(-1)).toBe(`?from=${FROM}&to=${FROM + 120_000}`));
    await userEvent.click(screen.getByText('Zoom back'));
    await waitFor(() => expect(urls.at(-1)).toBe(RANGE));
  });

  it('shifts the range by [ and ], takes both moments from fields, and refuses what is no range', async () => {
    const { urls } = show();
    await chart('Held and waiting');
    fireEvent.keyDown(document.body, { key: '[' });
    await waitFor(() => expect(urls.at(-1)).toBe(`?from=${FROM - 150_000}&to=${TO - 150_000}`));
    await waitFor(() => {
      fireEvent.change(screen.getByLabelText(/^To, /), { target: { value: '2026-10-14T11:50' } });
      expect(screen.getByText('The end has to be later than the beginning.')).toBeTruthy();
    });
    expect(screen.getByText('Show').getAttribute('aria-disabled')).toBe('true');
  });

  it('has of one lock its busy share and its lease, and not what is asked of many', async () => {
    show({ search: `${RANGE}&lock=orders.0.acct:~7B7~7D:transfer`, answers: aHistory({ lock: true }) });
    expect((await chart('Busy share')).textContent).toContain('Held 60\u00a0% of the time');
    expect((await chart('Hold time')).textContent).toContain('lease 20\u00a0s');
    expect(screen.queryByText('Contention debt')).toBeNull();
    expect(screen.queryByText('Expiry horizon')).toBeNull();
    expect(screen.getByTitle('acct:{7}:transfer')).toBeTruthy();
    await userEvent.click(screen.getByText('Its family'));
    await waitFor(() => expect(asked.some((path) => path.includes('family=acct'))).toBe(true));
  });

  it('says that it is not written and why, what is not there yet, and keeps the page when it is refused', async () => {
    const problem = { sinceMs: FROM, message: 'the disk is full.' };
    show({ answers: aHistory({ problem, empty: true }) });
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^History is not written since .*: the disk is full\. Live/,
    );
    expect(await screen.findByText(/^Nobody watched in this range\. Recording reaches back to/)).toBeTruthy();
    cleanup();
    show({ answers: {} });
    expect((await screen.findByRole('alert')).textContent).toContain('the file is locked');
    cleanup();
    show({ answers: {}, status: 500, search: `${RANGE}&view=ledger` });
    expect(await screen.findByText('Try again')).toBeTruthy();
  });

  it('lists holds that are proven to have expired while held, by family, and what its advice rests on', async () => {
    show({ search: `${RANGE}&view=ledger` });
    const table = await screen.findByRole('table', {
      name: 'Holds that are proven to have expired while they were held, by family',
    });
    const [row, few] = within(table).getAllByRole('row').slice(1);
    expect(row?.textContent).toContain('acct:{*}:transfer');
    expect(row?.textContent).toContain('came back 1, process lived on 2');
    expect(row?.textContent).toContain('≥ 39\u00a0s (n = 312, 2 overstays left out)');
    expect(row?.textContent).toContain('2.1\u00a0s, at most 9.4\u00a0s (1 seen)');
    expect(few?.textContent).toContain('too few: n = 31 of 100');
    expect(screen.getByText('4 holds, proven in 2 families')).toBeTruthy();
    expect(screen.getByText(/^The lease that covers it is the time that 999 of 1,000 holds/)).toBeTruthy();
  });

  it.each(['en', 'zh'] as const)('has every event with words in %s', async (locale) => {
    show({ search: `${RANGE}&view=events`, locale });
    const table = await screen.findByRole('table');
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(2);
    expect(rows[0]?.textContent).toContain(locale === 'en' ? 'Deployment: 41.2' : '部署: 41.2');
    expect(rows[1]?.textContent).toContain(locale === 'en' ? 'Force-released from here' : '由此处强制释放');
  });

  it('names a finding by what it is about, and one that it has no words for by its code', async () => {
    const answers = aHistory();
    const given = answers['/api/history/marks'] as Marks;
    const [first] = given.marks as [HistoryMark];
    const marks = ['no-ttl', 'of-a-later-version'].map((code) => ({
      ...{ ...first, id: code, kind: 'finding-raised' as const, values: { code } },
    }));
    show({
      search: `${RANGE}&view=events`,
      answers: { ...answers, '/api/history/marks': { ...given, marks } },
    });
    const rows = within(await screen.findByRole('table'))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => /Finding raised · ([\w -]+)/.exec(row.textContent ?? '')?.[1])).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Locks that never expire/),
        expect.stringMatching(/^of-a-later-version/),
      ]),
    );
  });
});
