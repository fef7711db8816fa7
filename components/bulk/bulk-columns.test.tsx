import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { BulkItem } from '@/lib/contract/bulk';
import { messagesFor } from '@/lib/i18n/messages';
import { useThenText } from './bulk-columns';
import type { RowStand } from './run-machine';

afterEach(cleanup);

function Then({ ttlMs, stand }: { ttlMs: BulkItem['ttlMs']; stand: RowStand }) {
  return useThenText()({ item: { ttlMs } as BulkItem, result: null, stand });
}

test.each<[BulkItem['ttlMs'], RowStand, RegExp]>([
  ['none', 'planned', /never expires/],
  [60_000, 'planned', /left/],
  [null, 'planned', /^—$/],
  [null, 'not-tried', /^—$/],
])('a lock with %s left that is %s', (ttlMs, stand, text) => {
  const { container } = render(
    <I18nProvider locale="en" messages={messagesFor('en')}>
      <Then ttlMs={ttlMs} stand={stand} />
    </I18nProvider>,
  );
  expect(container.textContent).toMatch(text);
});
