import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { LiveProvider } from '@/components/app/live-provider';
import { SessionContext } from '@/components/app/session-context';
import { ShortcutsProvider } from '@/components/app/shortcuts';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { LockMatch } from '@/lib/contract/codes';
import { messagesFor } from '@/lib/i18n/messages';
import { lockOf } from '../../../e2e/support/a-lock';
import { aNode } from '../../../e2e/support/a-node';
import { aSession } from '../../../e2e/support/a-session';
import { PaletteContent } from './palette-content';
import type { PaletteAct } from './use-palette-commands';

const LOCK = lockOf('order:7');

type Options = { by?: LockMatch; signedIn?: boolean };

function open({ by, signedIn = true }: Options = {}) {
  const seen = { went: [] as string[], acts: [] as PaletteAct[], asked: [] as string[] };
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/nodes'))
      return new Response(JSON.stringify({ nodes: [aNode()], startedAtMs: 0, nowMs: Date.now() }));
    seen.asked.push(path);
    const coverage = { names: 1, contents: 1, changes: 1, counted: 1, unread: 0 };
    const found = by ? { locks: [LOCK], matchedBy: [by] } : { locks: [], matchedBy: [] };
    return new Response(JSON.stringify({ ...found, matched: found.locks.length, total: 1, coverage }));
  });
  Element.prototype.scrollIntoView ??= () => {};
  const session = signedIn ? aSession() : { who: null, signIn: null, nowMs: 0 };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NuqsTestingAdapter searchParams="?target=test">
        <I18nProvider locale="en" messages={messagesFor('en')}>
          <LiveProvider drawnAtMs={Date.now()}>
            <ShortcutsProvider>
              <SessionContext value={session}>
                <AppRouterContext
                  value={
                    { push: (path: string) => void seen.went.push(path) } as unknown as AppRouterInstance
                  }
                >
                  <PaletteContent onClose={() => {}} onAct={(act) => void seen.acts.push(act)} />
                </AppRouterContext>
              </SessionContext>
            </ShortcutsProvider>
          </LiveProvider>
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  const paste = async (text: string) => {
    await userEvent.click(screen.getByRole('combobox'));
    await userEvent.paste(text);
  };
  return { ...seen, seen, paste };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a stack trace of several lines keeps its words, and the lock says why it matched', async () => {
  const { paste, seen } = open({ by: 'token' });
  await paste('IllegalMonitorStateException\n\tat order:7\r\nnot locked');
  await screen.findByRole('option', { name: /order:7.*Its token is in the text/ });
  expect((screen.getByRole('combobox') as HTMLInputElement).value).toBe(
    'IllegalMonitorStateException at order:7 not locked',
  );
  expect(seen.asked.at(-1)).toContain('IllegalMonitorStateException+at+order');
});

it('a link of another console opens the same page in this one', async () => {
  const { paste, seen } = open();
  await paste('https://locks.example.com/graph?target=shop');
  const group = await screen.findByRole('group', { name: 'In this text' });
  await userEvent.click(within(group).getByRole('option'));
  expect(seen.went).toEqual(['/graph?target=shop']);
});

it('a log line leads to the moment that it names', async () => {
  const { paste, seen } = open();
  const atMs = Math.floor((Date.now() - 3_600_000) / 1_000) * 1_000;
  await paste(`${new Date(atMs).toISOString()} WARN lock lost`);
  await userEvent.click(await screen.findByRole('option', { name: /^Locks as of / }));
  await userEvent.click(screen.getByRole('option', { name: /^History, 15 minutes before and after / }));
  expect(seen.went).toEqual([
    `/locks?target=test&at=${atMs}`,
    `/history?from=${atMs - 900_000}&to=${atMs + 900_000}&target=test`,
  ]);
});

it('the lock that was found can be released or extended, by whoever may, in a dialog', async () => {
  const { paste, seen } = open({ by: 'key' });
  await paste('order:7');
  fireEvent.click(await screen.findByRole('option', { name: /^Force-release .*order:7…$/ }));
  expect(seen.acts).toEqual([{ lock: LOCK, action: 'release' }]);
  expect(screen.getByRole('option', { name: /^Extend .*order:7…$/ })).toBeTruthy();
});

it('nobody without the right is offered an act', async () => {
  const { paste } = open({ by: 'key', signedIn: false });
  await paste('order:7');
  await screen.findByRole('option', { name: 'Show every match in the table' });
  expect(screen.queryByRole('option', { name: /^Force-release|^Extend/ })).toBeNull();
});

it('changes the theme, and copies the link to the page', async () => {
  const wrote: string[] = [];
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => void wrote.push(text) },
  });
  open();
  await userEvent.click(screen.getByRole('option', { name: 'Copy the link to this page' }));
  await screen.findByRole('option', { name: 'The link was copied' });
  expect(wrote).toEqual([location.href]);
  expect(screen.getByRole('option', { name: 'Theme: Dark' })).toBeTruthy();
});
