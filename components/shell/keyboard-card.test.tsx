import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { messagesFor } from '@/lib/i18n/messages';
import { KeyboardCard } from './keyboard-card';
import { PAGE_NAMES, PAGES } from './pages';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it.each(['en', 'zh'] as const)('has the two keys of each page, and React nothing to report: %s', (locale) => {
  const reports = vi.spyOn(console, 'error').mockImplementation(() => {});
  const messages = messagesFor(locale);
  render(
    <I18nProvider locale={locale} messages={messages}>
      <KeyboardCard open onOpenChange={() => {}} />
    </I18nProvider>,
  );
  for (const page of PAGE_NAMES) {
    const row = screen.getByText(messages.shell.keyboard[page]).closest('div');
    const keys = [...(row?.querySelectorAll('kbd') ?? [])].map(({ textContent }) => textContent);
    expect([page, keys]).toEqual([page, ['g', PAGES[page].key]]);
  }
  expect(reports.mock.calls).toEqual([]);
});
