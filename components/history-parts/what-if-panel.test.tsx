import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { LiveProvider } from '@/components/app/live-provider';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { WhatIf } from '@/lib/contract/history/what-if';
import { messagesFor } from '@/lib/i18n/messages';
import { WhatIfPanel } from './what-if-panel';

const LOCK = 'main.0.order:7';
const figures = { waited: 300, gaveUp: 0, expiredWhileHeld: 0 };
const ANSWER: WhatIf = {
  scope: { target: 'main', family: null, lock: LOCK },
  ...{
    fromMs: 0,
    toMs: 3_600_000,
    nowMs: 3_600_000,
    silent: null,
    covered: 1,
    n: 1_215,
    acquisitions: 1_215,
  },
  change: { leaseMs: 5_000, holdFactor: 0.5, shards: 1, queue: 'recorded' },
  ...{ recordedWaiterSeconds: 4_650, missedBy: 0.004, error: 0.06, runs: 20, seed: 1 },
  before: { ...figures, waiterSeconds: 4_649, waitP95Ms: 16_912, busyShare: 0.42 },
  after: { ...figures, waiterSeconds: 1_492, waitP95Ms: 5_154, busyShare: 0.21, expiredWhileHeld: 3 },
};

function show(answer: Partial<WhatIf> | null) {
  const asked: URL[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(new URL(path, 'http://console'));
    const error = { error: { code: 'history-unavailable', message: 'the file is locked' } };
    return new Response(JSON.stringify(answer ? { ...ANSWER, ...answer } : error), {
      status: answer ? 200 : 503,
    });
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <I18nProvider locale="en" messages={messagesFor('en')}>
        <LiveProvider>
          <WhatIfPanel scope={{ target: 'main', family: null, lock: LOCK }} />
        </LiveProvider>
      </I18nProvider>
    </QueryClientProvider>,
  );
  return asked;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('nothing is asked before Replay; then both replays stand side by side with n, method and error', async () => {
  const asked = show({});
  expect(asked).toEqual([]);
  await userEvent.type(screen.getByLabelText('Lease'), '5s');
  await userEvent.click(screen.getByRole('button', { name: 'Fair' }));
  await userEvent.click(screen.getByRole('button', { name: 'Replay' }));
  const table = await screen.findByRole('table', { name: 'Before and after the change' });
  const { searchParams } = asked.find(({ pathname }) => pathname === '/api/history/what-if') as URL;
  expect(
    Object.fromEntries(
      ['lock', 'lease', 'hold', 'shards', 'queue'].map((name) => [name, searchParams.get(name)]),
    ),
  ).toEqual({ lock: LOCK, lease: '5000', hold: '0.5', shards: '1', queue: 'fair' });
  expect(Number(searchParams.get('to')) - Number(searchParams.get('from'))).toBe(3_600_000);
  const rowOf = (name: string) =>
    within(table).getByRole('row', { name: new RegExp(`^${name}`) }).textContent;
  expect(rowOf('Wait, p95')).toMatch(/^Wait, p9516.9.s5.2.s$/);
  expect(rowOf('Expired while held')).toBe('Expired while held03');
  expect(screen.getByText(/^3 holds expire while its work goes on/)).toBeTruthy();
  expect(
    screen.getByText(
      /n = 1.215 holds .* 20 runs .* misses the recorded debt by 0.4 % .* error of the debt 6.%/,
    ),
  ).toBeTruthy();
});

test('where the record does not suffice the reason stands instead of figures', async () => {
  show({ silent: 'replay-differs', missedBy: -0.081, before: null, after: null, error: null });
  await userEvent.click(screen.getByRole('button', { name: 'Replay' }));
  expect(await screen.findByText(/misses the recorded debt by 8.1 %; 5 % are allowed/)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('a lease that is no duration is not asked for, a history that cannot be read is said', async () => {
  const asked = show(null);
  await userEvent.type(screen.getByLabelText('Lease'), 'soon');
  await userEvent.click(screen.getByRole('button', { name: 'Replay' }));
  expect(screen.getByText('A duration, such as 30s or 1.5m')).toBeTruthy();
  expect(asked).toEqual([]);
  await userEvent.clear(screen.getByLabelText('Lease'));
  await userEvent.click(screen.getByRole('button', { name: 'Replay' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
});
