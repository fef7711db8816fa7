import { render, screen } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aLock } from '@/e2e/support/a-lock';
import type { FindingCode } from '@/lib/contract/finding-codes';
import type { LockDetail } from '@/lib/contract/locks';
import { messagesFor } from '@/lib/i18n/messages';
import { VerdictPanel } from './verdict-panel';

function show(...codes: FindingCode[]): void {
  const findings = codes.map((code) => ({ code, severity: 'at-risk' as const, sinceMs: 0, evidence: [] }));
  const detail = { lock: aLock({ findings }), ttlSamples: [], nowMs: 1_000_000 } as Partial<LockDetail>;
  render(
    <NuqsTestingAdapter searchParams="?target=shop">
      <I18nProvider locale="en" messages={messagesFor('en')}>
        <VerdictPanel detail={detail as LockDetail} />
      </I18nProvider>
    </NuqsTestingAdapter>,
  );
}

it('what was found links to its page of the documentation, with the chosen connection', () => {
  show('no-ttl', 'identifies-nobody');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Locks that never expire', '/docs/findings/no-ttl?target=shop'],
    ['Locks that name nobody', '/docs/findings/identifies-nobody?target=shop'],
  ]);
});

it('nothing found has no links', () => {
  show();
  expect(screen.queryAllByRole('link')).toEqual([]);
});
