import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { BulkItem, BulkResult } from '@/lib/contract/bulk';
import { messagesFor } from '@/lib/i18n/messages';
import { useThenText } from './bulk-columns';
import type { RowStand } from './run-machine';

function Then({
  ttlMs,
  stand,
  of = null,
}: {
  ttlMs: BulkItem['ttlMs'];
  stand: RowStand;
  of?: object | null;
}) {
  return useThenText()({ item: { ttlMs } as BulkItem, result: of as BulkResult | null, stand });
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

test.each<['en' | 'zh', object, string]>([
  ['en', { others: 0, woken: 0 }, 'freed'],
  ['en', { others: 0, woken: 2 }, 'freed, 2 waiters woken'],
  ['en', { others: 1, woken: null }, 'released; 1 other still holds it'],
  ['en', { others: 2, woken: 1 }, 'released, 1 waiter woken; 2 others still hold it'],
  ['en', { others: null, woken: 0 }, 'released'],
  [
    'en',
    { others: 0, woken: 0, unseen: 2 },
    'released; 2 more keys of this hold, not shown to you, stayed held',
  ],
  ['en', { others: 0, woken: 0, kept: 1 }, 'released; 1 more key of this hold stayed held'],
  [
    'en',
    { others: 0, woken: 0, kept: 1, unseen: 1 },
    'released; 2 more keys of this hold, 1 of them not shown to you, stayed held',
  ],
  [
    'en',
    { others: 0, woken: 0, unclear: 1 },
    'released; 1 more key of this hold gave no answer: not known to be free',
  ],
  ['zh', { others: 0, woken: 0 }, '已空闲'],
  ['zh', { others: 0, woken: 0, kept: 2 }, '已释放；此次持有的另外 2 个键仍被持有'],
  [
    'zh',
    { others: 0, woken: 0, kept: 2, unseen: 1 },
    '已释放；此次持有的另外 3 个键（其中 1 个未向您显示）仍被持有',
  ],
  ['zh', { others: 0, woken: 0, unclear: 1 }, '已释放；此次持有的另外 1 个键没有应答：是否空闲未知'],
  ['zh', { others: 0, woken: 0, unseen: 1 }, '已释放；此次持有的另外 1 个键未向您显示，仍被持有'],
  ['zh', { others: 2, woken: 0 }, '已释放；另有 2 个持有者仍持有它'],
  ['zh', { others: 2, woken: 1 }, '已释放，唤醒 1 个等待者；另有 2 个持有者仍持有它'],
])('of a lock that was released, in %s: %j', (locale, of, text) => {
  const { container } = render(
    <I18nProvider locale={locale} messages={messagesFor(locale)}>
      <Then ttlMs={60_000} stand="released" of={{ because: null, ...of }} />
    </I18nProvider>,
  );
  expect(container.textContent).toBe(text);
});
