import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { lockOf } from '@/e2e/support/a-lock';
import type { ContentionHint, LockDetail } from '@/lib/contract/locks';
import { counted } from '@/lib/domain/values/counted';
import { messagesFor } from '@/lib/i18n/messages';
import { WaitersPanel } from './waiters-panel';

const NOW = 1_000_000;

function show(locale: 'en' | 'zh', contentionHint: ContentionHint | null): string {
  const lock = lockOf('a', { waiters: { count: counted(null), known: null } });
  const detail = { lock, contentionHint, waitingSeries: [], queue: null, channel: null, nowMs: NOW };
  const { container } = render(
    <I18nProvider locale={locale} messages={messagesFor(locale)}>
      <WaitersPanel detail={detail as unknown as LockDetail} />
    </I18nProvider>,
  );
  return (container.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
}

it('says that somebody tried, as inferred and never as a count', () => {
  const hint: ContentionHint = { lastTryMs: NOW - 4_200, known: { by: 'inferred', atMs: NOW } };
  expect(show('en', hint)).toContain(
    'Somebody tried within the last 4.2 s, or looked at the value (inferred from how long the key was not used).',
  );
  expect(show('zh', hint)).toContain('最近 4.2 秒 内有人尝试获取');
});

it('says nothing where nobody is known to have tried', () => {
  expect(show('en', null)).not.toContain('tried');
});
