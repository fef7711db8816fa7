import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { describe, expect, it, vi } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aNode, aSilentNode, WHOLE_COVERAGE } from '@/e2e/support/a-node';
import { aCycle, aParty, aWaitGraph } from '@/e2e/support/a-wait-graph';
import { graphQueries } from '@/lib/api/queries';
import type { WaitGraph } from '@/lib/contract/graph';
import type { NodeStatus } from '@/lib/contract/nodes';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { GraphPage } from './graph-page';

const CYCLE = aCycle(['A', '2', 'B', '1']);
const DEADLOCK = aWaitGraph(
  [
    'A holds 1',
    'B holds 2',
    'A waits 2 first',
    'B waits 1 first',
    'C waits 1 second',
    'X holds 9',
    'Y waits 9',
  ],
  { cycles: [CYCLE] },
);

type Options = { nodes?: NodeStatus[]; search?: string; locale?: Locale; narrow?: boolean };

/** The page, with the cache it shows; the server answers `body`, refuses, or is not there. */
function show(
  body: WaitGraph | 'refused' | 'cut',
  { nodes = [aNode()], search = '', locale = 'en', narrow = false }: Options = {},
) {
  vi.stubGlobal('matchMedia', () => ({ matches: narrow, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.startsWith('/api/graph'))
      return new Response(JSON.stringify({ nodes, startedAtMs: 0, nowMs: 0 }));
    if (body === 'cut') throw new TypeError('fetch failed');
    const error = { error: { code: 'node-down', message: 'no answer' } };
    return body === 'refused'
      ? new Response(JSON.stringify(error), { status: 503 })
      : new Response(JSON.stringify(body));
  });
  const cache = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  const { container } = render(
    <QueryClientProvider client={cache}>
      <NuqsTestingAdapter searchParams={search} hasMemory>
        <I18nProvider locale={locale} messages={messagesFor(locale)}>
          <AppRouterContext value={{ push() {} } as unknown as AppRouterInstance}>
            <GraphPage />
          </AppRouterContext>
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  return { container, cache };
}

Element.prototype.scrollIntoView = () => {};
const rowOf = (name: string) => screen.getByRole('link', { name }).closest('[data-row]') as HTMLElement;

describe('who blocks whom', () => {
  it('is unknown while no node answers, which is not that nobody waits', async () => {
    const { container } = show(aWaitGraph([]), { nodes: [aSilentNode()] });
    expect(await screen.findByText('Who waits for whom is unknown')).toBeTruthy();
    expect(screen.getByText(/^No data · 0 of 1 node$/)).toBeTruthy();
    expect(container.textContent).not.toMatch(/nobody waits|0 wait|0 locks|ago/i);
  });

  it('says how much was looked at where nobody was found to wait', async () => {
    const half = { ...WHOLE_COVERAGE, names: 0.34, contents: 0.1, completedAtMs: null };
    const { container } = show(aWaitGraph([]), { nodes: [aNode({ coverage: half })] });
    expect(await screen.findByText('Nobody was found to wait, so far')).toBeTruthy();
    expect(container.textContent).toMatch(/So far 10\s% was looked at/);
    expect(container.textContent).not.toMatch(/0 wait/);
  });

  it('says in plain words who waits for whom in a deadlock, and nothing of the kind of one that is only possible', async () => {
    show(DEADLOCK);
    const block = await screen.findByRole('region', { name: 'Nobody in it can go on' });
    expect(block.textContent).toContain('Deadlock');
    const steps = within(block).getByRole('list', { name: 'The cycle, step by step' });
    expect(
      within(steps)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['A waits for 2, which B holds', 'B waits for 1, which A holds']);
    expect(screen.getByText(/4 wait for 3 locks · 1 deadlock/)).toBeTruthy();
    cleanup();
    show({ ...DEADLOCK, cycles: [{ ...CYCLE, certain: false }] });
    const possible = await screen.findByRole('region', { name: /may wait for each other/ });
    expect(possible.textContent).toContain('This is only possible');
    expect(screen.queryByText('Nobody in it can go on')).toBeNull();
    expect(screen.getByText(/1 possible deadlock/)).toBeTruthy();
  });

  it('shows an operator who has a lock in quarantine as that, and not as a holder of whom nothing is known', async () => {
    const graph = aWaitGraph(['X holds 9', 'Y waits 9 first']);
    const [x, ...others] = graph.parties;
    if (!x) throw new Error('nobody holds it');
    const operator = { ...x, verdict: 'unknown' as const, quarantine: { by: 'mk' } };
    show({ ...graph, parties: [operator, ...others] });
    const row = (await screen.findByRole('link', { name: 'X' })).closest('[data-row]');
    expect(row?.textContent).toContain('In quarantine: an operator has it');
    expect(row?.textContent).not.toContain('Nothing tells whether it lives');
  });

  it('has blockers with what is wanted under them, which open and close by button and by arrow keys', async () => {
    show(aWaitGraph(['X holds 9', 'Y waits 9 first', 'Y holds 8', 'Z waits 8']));
    await screen.findByRole('link', { name: 'X' });
    const user = userEvent.setup();
    const toggle = screen.getByRole('button', { name: 'What Y has' });
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    await user.click(toggle);
    expect(screen.queryByRole('link', { name: 'Z' })).toBeNull();
    screen.getByRole('link', { name: 'Y' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('link', { name: 'Z' })).toBeTruthy();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Z');
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('8');
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(document.activeElement?.textContent).toBe('Y');
  });

  it('says how each wait is known, at which place, and who is proven alive', async () => {
    show(aWaitGraph(['X holds 9', 'Y waits 9 first', 'Z waits 9']));
    await screen.findByRole('link', { name: 'Y' });
    expect(rowOf('Y').textContent).toContain('Place 1');
    expect(rowOf('Y').textContent).toContain('in its queue');
    expect(rowOf('Z').textContent).toContain('No order');
    expect(rowOf('Z').textContent).toContain('its process says so');
    expect(within(rowOf('X')).getByTitle('Proven alive')).toBeTruthy();
    expect(rowOf('X').textContent).toContain('2 behind it');
  });

  it('does not lead where there is no page, and calls by its token who has no name', async () => {
    const graph = aWaitGraph(['X holds 9', 'Y waits 9 first']);
    const token = { text: '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47', exact: true, byteLength: 39 };
    graph.parties[1] = aParty('Y', { hasPage: false, label: null, token });
    show(graph);
    expect(await screen.findByTitle(token.text)).toBeTruthy();
    expect(screen.queryByRole('link', { name: token.text })).toBeNull();
  });

  it('folds a long queue, and has all of it for the lock that it was opened for', async () => {
    const waits = Array.from({ length: 30 }, (_, i) => `w${i} waits 1` as const);
    const graph = aWaitGraph(['A holds 1', ...waits, 'w29 holds 2', 'Z waits 2']);
    show(graph);
    fireEvent.click(await screen.findByRole('button', { name: 'Show 10 more waiters' }));
    expect(screen.getByRole('link', { name: 'w29' })).toBeTruthy();
    cleanup();
    show(graph, { search: '?lock=test.0.2' });
    const row = (await screen.findByRole('link', { name: '2' })).closest('[data-row]');
    expect(row?.getAttribute('aria-current')).toBe('true');
  });

  it('stands still while somebody is in it, and says so', async () => {
    const { cache } = show(aWaitGraph(['X holds 9', 'Y waits 9 first']));
    const link = await screen.findByRole('link', { name: 'X' });
    act(() => link.focus());
    const next = aWaitGraph(['X holds 9', 'Y waits 9 first', 'Z waits 9 second']);
    act(() => void cache.setQueryData(graphQueries.now(null).queryKey, next));
    expect(await screen.findByText('1 change held')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Z' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(screen.getByRole('link', { name: 'Z' })).toBeTruthy();
    expect(screen.queryByText('1 change held')).toBeNull();
  });

  it('has one row a wait in its table, in the order that is asked for', async () => {
    show(DEADLOCK, { search: '?view=table' });
    const table = await screen.findByRole('table');
    const waiters = () =>
      within(table)
        .getAllByRole('rowheader')
        .map((cell) => within(cell).getByRole('link').textContent);
    expect(waiters()).toEqual(['B', 'C', 'A', 'Y']);
    const head = within(table).getByRole('columnheader', { name: 'Waiter' });
    fireEvent.click(within(head).getByRole('button'));
    await vi.waitFor(() => expect(waiters()).toEqual(['A', 'B', 'C', 'Y']));
    expect(head.getAttribute('aria-sort')).toBe('ascending');
    const row = within(table).getByRole('link', { name: 'C' }).closest('tr') as HTMLElement;
    expect(row.textContent).not.toContain('in the cycle');
    expect(within(table).getAllByText('in the cycle')).toHaveLength(2);
  });

  it('says what it cannot tell', async () => {
    show(aWaitGraph(['X holds 9', 'Y waits 9'], { unnamed: 2, leftOut: 700 }));
    expect(await screen.findByText(/2 locks have waiters who leave no name/)).toBeTruthy();
    expect(screen.getByText(/The 1 most urgent of 700 locks/)).toBeTruthy();
    cleanup();
    show(aWaitGraph([], { unnamed: 1 }));
    expect(await screen.findByText('Nobody waits for a lock that can be named')).toBeTruthy();
    expect(screen.getByText(/1 lock has waiters who leave no name/)).toBeTruthy();
  });

  it('that could not be had says so, and whether the server is there', async () => {
    show('refused');
    expect(await screen.findByText('This part could not be loaded')).toBeTruthy();
    cleanup();
    show('cut');
    expect(await screen.findByText(messagesFor('en').common.disconnected.title)).toBeTruthy();
  });

  it.each([
    ['en', '', false],
    ['zh', '', false],
    ['en', '?view=table', true],
    ['zh', '?view=table', false],
  ] as const)('has words in %s%s', async (locale, search, narrow) => {
    const { container } = show(DEADLOCK, { locale, search, narrow });
    await screen.findAllByRole('link', { name: 'C' });
    expect(container.textContent).not.toMatch(/tree\.|cycle\.|table\.|by\.|party\.|[{}]/);
  });
});
