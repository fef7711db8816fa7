import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { describe, expect, it, vi } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aHolder, aLock, aProcess } from '@/e2e/support/a-lock';
import { WHOLE_COVERAGE } from '@/e2e/support/a-node';
import { aTimeline } from '@/e2e/support/a-timeline';
import type { HolderAnswer } from '@/lib/contract/groups';
import type { Lock } from '@/lib/contract/lock';
import { holderLabel } from '@/lib/domain/holders/lock-holder';
import { displayOf } from '@/lib/domain/keys/bytes';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { HolderPage } from './holder-page';

const ID = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const REF = `instance:${ID}`;

const seen = aProcess({ instance: ID, host: 'worker-7', pid: 4711, app: 'checkout' });
const thread = (n: number) =>
  aHolder({ token: displayOf(`${ID}:${n}`), process: seen, label: holderLabel(null, seen) });
const lock = (name: string, n: number) => aLock({ name, holders: [thread(n)] });

async function open(
  locks: Lock[],
  { coverage = WHOLE_COVERAGE, locale = 'en' as Locale, ref = REF } = {},
): Promise<HTMLElement> {
  const holder = locks[0]?.holders[0] ?? null;
  const answer: HolderAnswer = { ref, holder, locks, coverage, nowMs: 1_000_000 };
  const answers: Record<string, unknown> = {
    '/api/history/timeline': aTimeline([]),
    '/api/nodes': { nodes: [], tallies: {}, nowMs: 1_000_000 },
  };
  vi.stubGlobal(
    'fetch',
    async (path: string) => new Response(JSON.stringify(answers[path.split('?')[0] ?? ''] ?? answer)),
  );
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <NuqsTestingAdapter>
        <I18nProvider locale={locale} messages={messagesFor(locale)}>
          <HolderPage refText={ref} />
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  await vi.waitFor(() => expect(container.querySelector('section')).toBeTruthy());
  return container;
}

describe('the page of a holder', () => {
  it('says who it is, by what it is told from others, and everything it has', async () => {
    await open([lock('a', 47), lock('b', 48), lock('c', 47)]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('checkout · worker-7:4711');
    const card = screen.getByRole('region', { name: 'Holder' });
    expect(card.textContent).toContain('worker-7 · pid 4711');
    expect(card.textContent).toContain('equal ids are one process');
    expect(card.textContent).toContain('2, each beside its lock');
    const holds = screen.getByRole('region', { name: 'Holds' });
    expect(holds.textContent).toContain('3 locks');
    expect(
      within(holds)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['a', 'c', 'b']);
  });

  it('reads a token on several keys as one multi-lock', async () => {
    await open([lock('a', 47), lock('b', 47), lock('c', 47)]);
    const said = 'This token is on 3 keys, as the parts of a multi-lock are';
    expect(screen.getByRole('region', { name: 'Holder' }).textContent).toContain(said);
    expect(screen.getByRole('rowheader', { name: new RegExp(said) })).toBeTruthy();
  });

  it('reads a token on one key of several nodes as one Redlock lock', async () => {
    const nodes = ['n1', 'n2', 'n3'];
    await open(
      nodes.map((target) => aLock({ name: 'a', id: `${target}.0.a`, target, holders: [thread(47)] })),
    );
    const said = 'This token is on one key of 3 nodes, as a Redlock lock is';
    expect(screen.getByRole('region', { name: 'Holder' }).textContent).toContain(said);
    expect(screen.getByRole('rowheader', { name: new RegExp(said) })).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'Token' }), 'it stands over them all').toBeNull();
  });

  it('names the holder before anything is known of it, and when nothing can be', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <NuqsTestingAdapter>
          <I18nProvider locale="en" messages={messagesFor('en')}>
            <HolderPage refText={REF} />
          </I18nProvider>
        </NuqsTestingAdapter>
      </QueryClientProvider>,
    );
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading.textContent).toContain(ID);
    expect(await screen.findByText(messagesFor('en').common.disconnected.title)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
  });

  it('of a holder that has nothing says so, and never more than was looked at', async () => {
    await open([]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(ID);
    expect(screen.getByText('It holds nothing that is known')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To all locks' })).toBeTruthy();
    cleanup();
    await open([], { coverage: { ...WHOLE_COVERAGE, contents: 0.3 } });
    expect(screen.getByText('It holds nothing that is known yet')).toBeTruthy();
  });

  it.each(['en', 'zh'] as const)('has words in %s for every way to name a holder', async (locale) => {
    for (const ref of [REF, 'process:worker-7:4711', `token:${ID}:47`, 'somebody']) {
      const container = await open([lock('a', 47), lock('b', 48)], { locale, ref });
      expect(container.textContent).not.toMatch(/holders\.|holder\.|[{}]/);
      cleanup();
    }
  });
});
