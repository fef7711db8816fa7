import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveProvider } from '@/components/app/live-provider';
import { ShortcutsProvider } from '@/components/app/shortcuts';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aLock } from '@/e2e/support/a-lock';
import type { Lock } from '@/lib/contract/lock';
import { messagesFor } from '@/lib/i18n/messages';
import { KeyboardCard } from './keyboard-card';
import { PaletteContent } from './palette/palette-content';

let went: string[] = [];

type Found = { locks?: readonly Lock[]; answered?: Promise<void> };

/** A part of the frame; locks are searched until `answered`. */
function show(part: ReactNode, { locks = [], answered }: Found = {}): void {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/nodes'))
      return new Response(JSON.stringify({ nodes: [], startedAtMs: 0, nowMs: 0 }));
    await answered;
    const coverage = { names: 1, contents: 1, changes: 1, counted: 1, unread: 0 };
    return new Response(
      JSON.stringify({
        locks,
        matchedBy: locks.map(() => 'key-part'),
        matched: locks.length,
        total: locks.length,
        coverage,
      }),
    );
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={cache}>
      <NuqsTestingAdapter searchParams="?target=shop">
        <I18nProvider locale="en" messages={messagesFor('en')}>
          <LiveProvider>
            <ShortcutsProvider>
              <AppRouterContext
                value={{ push: (path: string) => void went.push(path) } as unknown as AppRouterInstance}
              >
                {part}
              </AppRouterContext>
            </ShortcutsProvider>
          </LiveProvider>
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  went = [];
  Element.prototype.scrollIntoView ??= () => {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the ways to the documentation', () => {
  it('the keyboard card has its keys', () => {
    show(<KeyboardCard open onOpenChange={() => {}} />);
    const row = screen.getByText('Documentation').closest('div');
    expect([...(row?.querySelectorAll('kbd') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'g',
      'd',
    ]);
  });

  it('the palette leads to it, and to a search of it for the words that were typed', async () => {
    show(<PaletteContent onClose={() => {}} onAct={() => {}} />);
    await userEvent.click(screen.getByRole('option', { name: 'Documentation' }));
    expect(went).toEqual(['/docs?target=shop']);
    await userEvent.type(screen.getByRole('combobox'), 'step-up passkey');
    await userEvent.click(
      screen.getByRole('option', { name: 'Search the documentation for “step-up passkey”' }),
    );
    expect(went.at(-1)).toBe('/docs?q=step-up+passkey&target=shop');
  });

  it('Enter leads there once nothing else was found, and not while a lock is still being looked for', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    show(<PaletteContent onClose={() => {}} onAct={() => {}} />, { answered });
    await userEvent.type(screen.getByRole('combobox'), 'order:7{Enter}{ArrowDown}{Enter}');
    expect(went).toEqual([]);
    answer();
    await screen.findByText('No lock matches “order:7” among those found so far.');
    await userEvent.keyboard('{Enter}');
    expect(went).toEqual(['/docs?q=order%3A7&target=shop']);
  });

  it('a lock that matches comes before it', async () => {
    show(<PaletteContent onClose={() => {}} onAct={() => {}} />, { locks: [aLock()] });
    await userEvent.type(screen.getByRole('combobox'), 'order');
    await screen.findAllByRole('option', { name: /order/ });
    expect(screen.getAllByRole('option').at(-1)?.textContent).toBe('Search the documentation for “order”');
    await userEvent.keyboard('{Enter}');
    expect(went).toEqual(['/locks/test.0/order:7?target=shop']);
  });
});
