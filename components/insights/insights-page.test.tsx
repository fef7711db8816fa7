import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LiveProvider } from '@/components/app/live-provider';
import { ShortcutsProvider } from '@/components/app/shortcuts';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { anInsight, REPORT_FROM, REPORT_TO, someInsights } from '@/e2e/support/a-family-report';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { InsightsPage } from './insights-page';

const RANGE = `?from=${REPORT_FROM}&to=${REPORT_TO}`;
const TWO = someInsights([
  anInsight({ harm: 1_234, lock: 'main.0.payout:batch:7', key: 'payout:batch:7' }),
  anInsight({ code: 'unfair', family: 'acct:{*}:transfer', harm: 3, confidence: 0.85 }),
]);

type Options = { search?: string; locale?: Locale; answer?: unknown; broken?: boolean };

/** The page over this answer; null = refused. */
function show({ search = RANGE, locale = 'en', answer = TWO, broken = false }: Options = {}): void {
  vi.stubGlobal('fetch', async (path: string) => {
    if (broken) throw new TypeError('fetch failed');
    const isAsked = path.startsWith('/api/insights?');
    const error = { error: { code: 'history-unavailable', message: 'the file is locked' } };
    return new Response(JSON.stringify((isAsked && answer) || error), {
      status: isAsked && answer ? 200 : 503,
    });
  });
  const cache = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  render(
    <QueryClientProvider client={cache}>
      <NuqsTestingAdapter searchParams={search} hasMemory>
        <I18nProvider locale={locale} messages={messagesFor(locale)}>
          <LiveProvider>
            <ShortcutsProvider>
              <InsightsPage />
            </ShortcutsProvider>
          </LiveProvider>
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
}

const cards = async () => {
  await screen.findAllByRole('link', { name: /^How this is computed/ });
  return screen.getAllByRole('listitem');
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the insights', () => {
  it('say what each rests on, how it is computed and of whom it is, the most harm first', async () => {
    show();
    const [first, second] = await cards();
    const card = within(first as HTMLElement);
    expect(first?.textContent).toMatch(/n = 34.816, 1.h/);
    expect(first?.textContent).toMatch(/1.234 waiter-seconds an hour · percentile of the holds/);
    expect(first?.textContent).toMatch(/97.% sure/);
    expect(card.getByRole('link', { name: /^How this is computed/ }).getAttribute('href')).toBe(
      '/docs/insights/lease',
    );
    expect(card.getByRole('link', { name: 'payout:batch:7' }).getAttribute('href')).toBe(
      '/locks/main.0/payout:batch:7?target=main',
    );
    expect(card.getByRole('link', { name: 'its family' }).getAttribute('href')).toBe(
      `/timeline?target=main&family=payout%3Abatch%3A*&from=${REPORT_FROM}&to=${REPORT_TO}`,
    );
    expect(within(second as HTMLElement).getByRole('link', { name: 'acct:{*}:transfer' })).toBeTruthy();
    expect(screen.getByText(/^2 insights on 2 families, by harm/)).toBeTruthy();
  });

  it('are those of one family where the address names it, and of all again', async () => {
    show({ search: `${RANGE}&family=acct:{*}:transfer` });
    expect(await cards()).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Show the insights of all families' }));
    expect(await cards()).toHaveLength(2);
  });

  it('say what is needed for one where there is none', async () => {
    show({ answer: someInsights([]) });
    expect(await screen.findByText('No insight in this range')).toBeTruthy();
    expect(screen.getByText(/^An insight needs enough holds/)).toBeTruthy();
    cleanup();
    show({ search: `${RANGE}&family=other:*` });
    await userEvent.click(await screen.findByRole('button', { name: 'Show the 2 of other families' }));
    expect(await cards()).toHaveLength(2);
  });

  it('say that they are loading, why they failed, and that the console is gone', async () => {
    show({ answer: null });
    expect(screen.getByRole('status', { busy: true })).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).toContain('the file is locked');
    cleanup();
    show({ broken: true });
    expect(await screen.findByText(messagesFor('en').common.disconnected.title)).toBeTruthy();
  });

  it('have words in zh', async () => {
    show({ locale: 'zh' });
    expect(await screen.findAllByRole('link', { name: /^计算方法/ })).toHaveLength(2);
    expect(document.body.textContent).not.toMatch(/insights\.|method\./);
  });
});
