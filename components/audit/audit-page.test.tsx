import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { historyQueries } from '@/lib/api/history-queries';
import { auditQueries } from '@/lib/api/queries';
import type { AuditEntry } from '@/lib/contract/audit';
import { messagesFor } from '@/lib/i18n/messages';
import { AuditPage } from './audit-page';

const ENTRY: AuditEntry = {
  ...{ id: 7, atMs: Date.UTC(2026, 9, 14, 12, 2, 10), actor: 'ak', action: 'release', target: 'main' },
  ...{
    lockId: 'main.0.order',
    key: 'order',
    holder: null,
    reason: 'stuck',
    outcome: 'released',
    details: {},
  },
};

const NO_FILTER = { actor: '', action: '', outcome: '', q: '', from: '', to: '' };

function show(status: { kind: string; problem: unknown } | null, search = ''): string {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 1e9 } } });
  cache.setQueryData(auditQueries.matching(NO_FILTER, null).queryKey, {
    ...{ entries: [ENTRY], more: false, nowMs: ENTRY.atMs + 86_400_000 },
  });
  if (status) cache.setQueryData(historyQueries.status().queryKey, status as never);
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const { container } = render(
    <QueryClientProvider client={cache}>
      <NuqsTestingAdapter searchParams={search}>
        <I18nProvider locale="en" messages={messagesFor('en')}>
          <AuditPage />
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  return container.textContent ?? '';
}

afterEach(cleanup);

describe('the audit page', () => {
  it.each([
    ['sqlite', /database file: a restart loses nothing/],
    ['postgres', /PostgreSQL database: a restart loses nothing/],
    ['memory', /Kept in memory until the console stops/],
  ])('says where its entries are kept: %s', (kind, words) => {
    expect(show({ kind, problem: null })).toMatch(words);
  });

  it('promises nothing while the store cannot be written, or is not known', () => {
    const problem = { sinceMs: 1, message: 'disk full' };
    expect(show({ kind: 'sqlite', problem })).toMatch(/cannot be written now/);
    cleanup();
    expect(show(null)).not.toMatch(/Kept|restart/);
  });

  it.each([
    ['?action=delete', /There is no action “delete”/],
    ['?from=yesterday', /“yesterday” is no time: from takes/],
    ['?from=2000&to=1000', /The begin of the range is not before its end/],
  ])('says in line what is wrong with %s, and shows no rows', (search, words) => {
    const text = show({ kind: 'sqlite', problem: null }, search);
    expect(screen.getByRole('alert').textContent).toMatch(words);
    expect(screen.queryByRole('table')).toBeNull();
    expect(text).not.toMatch(/the last entry|Export/);
  });

  it('has one heading of its own while entries are fetched', () => {
    show(null, '?actor=bo');
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it('has the date of an entry, and no age that could be taken for its own', () => {
    const text = show({ kind: 'sqlite', problem: null });
    expect(screen.getByRole('row', { name: /ak/ }).textContent).toMatch(/2026-10-14/);
    expect(text).not.toMatch(/\bago\b/);
  });
});
