import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { messagesFor } from '@/lib/i18n/messages';
import { FindingGroup } from './finding-group';

it.each([
  ['en', 'Cause, evidence, fix: Locks that never expire'],
  ['zh', '原因、证据与处理: 永不失效的锁'],
] as const)('a rule links to its page of the documentation, in %s', (locale, name) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NuqsTestingAdapter searchParams="?target=shop">
        <I18nProvider locale={locale} messages={messagesFor(locale)}>
          <FindingGroup
            group={{ code: 'no-ttl', severity: 'at-risk', findings: [], count: 0 }}
            onSilence={() => {}}
          />
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  const link = screen.getByRole('link', { name });
  expect(link.getAttribute('href')).toBe('/docs/findings/no-ttl?target=shop');
});
