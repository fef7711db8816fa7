import { cleanup, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { ApprovalRequest } from '@/lib/contract/approval/approvals';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { RequestOutcome } from './request-state';

const MESSAGE = 'the lock changed since it was read';

function shown(locale: Locale, changed?: string[]): string {
  const why = { code: 'changed', message: MESSAGE, ...(changed && { changed }) };
  const result = { outcome: 'refused', auditId: 7, atMs: 1_760_000_000_000, why };
  const request = { state: 'refused', decided: null, result } as unknown as ApprovalRequest;
  render(
    <I18nProvider locale={locale} messages={messagesFor(locale)}>
      <RequestOutcome request={request} />
    </I18nProvider>,
  );
  return screen.getByText(/./, { selector: 'p:last-child' }).textContent ?? '';
}

it.each(['en', 'zh'] as const)(
  'names in %s what changed, and lists nothing where that is not known',
  (locale) => {
    expect(shown(locale, ['holder'])).toMatch(/[(（].+[)）]$/);
    cleanup();
    expect(shown(locale)).toBe(MESSAGE);
    cleanup();
    expect(shown(locale, [])).toBe(MESSAGE);
  },
);
