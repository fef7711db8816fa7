import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { ActionResult, KeyOutcome } from '@/lib/contract/actions';
import { messagesFor } from '@/lib/i18n/messages';
import { HoldOutcomes } from './hold-outcomes';

const released: KeyOutcome = {
  id: 'test.0.a',
  key: 'a',
  outcome: 'released',
  nodes: [],
  woken: 0,
  auditId: 1,
  why: null,
};
const result: ActionResult = { outcome: 'partly-released', nodes: [], auditId: 1, woken: 0, atMs: 0 };

test.each<['en' | 'zh', number, string]>([
  ['en', 1, '1 more key of this hold, not shown to you, stays held'],
  ['en', 2, '2 more keys of this hold, not shown to you, stay held'],
  ['zh', 1, '此次持有的另外 1 个键未向您显示，仍被持有'],
])('keys of a hold that are not shown are counted, in %s: %d', (locale, surely, text) => {
  const hold = { keys: [released], kept: [], unseen: { surely, perhaps: 0 } };
  const { getByTestId } = render(
    <I18nProvider locale={locale} messages={messagesFor(locale)}>
      <HoldOutcomes result={result} hold={hold} />
    </I18nProvider>,
  );
  expect(getByTestId('unseen-keys').textContent).toBe(text);
  expect(getByTestId('stays-held')).toBeTruthy();
});

test('of keys that may be another lock the answer says that the lock may stay held', () => {
  const hold = { keys: [released], kept: [], unseen: { surely: 0, perhaps: 1 } };
  const { getByTestId } = render(
    <I18nProvider locale="en" messages={messagesFor('en')}>
      <HoldOutcomes result={{ ...result, outcome: 'released' }} hold={hold} />
    </I18nProvider>,
  );
  expect(getByTestId('unseen-keys').textContent).toContain('may be another lock');
  expect(getByTestId('may-stay-held')).toBeTruthy();
});
