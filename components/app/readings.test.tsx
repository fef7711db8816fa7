import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aNode } from '@/e2e/support/a-node';
import { nodesQueries } from '@/lib/api/queries';
import type { Coverage } from '@/lib/contract/nodes';
import { NOT_COVERED } from '@/lib/domain/nodes/coverage';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { Readings } from './readings';

/** What stands beside a count while the nodes say this of themselves. */
function shown(coverages: Partial<Coverage>[], locale: Locale = 'en', counting = false): string {
  const cache = new QueryClient();
  const nodes = coverages.map((coverage) => aNode({ coverage: { ...NOT_COVERED, ...coverage } }));
  cache.setQueryData(nodesQueries.now().queryKey, {
    nodes,
    tallies: {},
    version: 1,
    startedAtMs: 1,
    nowMs: 1,
  });
  const { container } = render(
    <NuqsTestingAdapter>
      <QueryClientProvider client={cache}>
        <I18nProvider locale={locale} messages={messagesFor(locale)}>
          <Readings counting={counting} />
        </I18nProvider>
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
  return container.textContent ?? '';
}

it('says nothing while all is read in time', () => expect(shown([{}, {}])).toBe(''));

it('says what share of changes was seen where it was least, and how many locks were not read in time', () => {
  expect(shown([{ changes: 0.43 }, { changes: 1, unread: 2 }])).toMatch(
    /^ · seen 43\s% of changes · 2 locks not read in time$/,
  );
  expect(shown([{ unread: 1 }], 'zh')).toBe(' · 1 把锁未及时读取');
});

it('says next to figures of changes how these are counted, as far as nodes answer', () => {
  expect(shown([{ countedBy: 'events' }, { countedBy: 'events' }], 'en', true)).toBe(
    ' · each change counted, by keyspace events',
  );
  expect(shown([{ countedBy: 'events' }, { countedBy: 'readings' }], 'en', true)).toBe(
    ' · counted by keyspace events, else estimated',
  );
  expect(shown([{ countedBy: 'readings', changes: 0.9 }], 'en', true)).toMatch(
    /^ · counts estimated, by readings · seen 90\s% of changes$/,
  );
  expect(shown([], 'en', true)).toBe('');
});
