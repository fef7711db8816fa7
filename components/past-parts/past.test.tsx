import { cleanup, render, screen, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aSpan } from '@/e2e/support/a-timeline';
import type { PastLock } from '@/lib/contract/history/past';
import { counted } from '@/lib/domain/values/counted';
import { messagesFor } from '@/lib/i18n/messages';
import { PastHoldersPanel } from '../lock-page/past/past-holders-panel';
import { PastVerdict } from '../lock-page/past/past-verdict';
import { PastTable } from '../locks-page/past-table';

const AT = 5_000;

function pastLock(change: Partial<PastLock> = {}): PastLock {
  return {
    id: 'test.0.order',
    target: 'test',
    key: 'order',
    kind: 'reentrant',
    format: { id: 'redisson-lock', library: 'Redisson RLock' },
    state: 'held',
    spans: [aSpan(1, 1_000)],
    waiters: counted(0),
    ageMs: 4_000,
    leaseMs: 30_000,
    findings: [],
    ...change,
  };
}

const UNWATCHED = pastLock({
  state: 'unknown',
  spans: [],
  waiters: counted(null),
  ageMs: null,
  leaseMs: null,
});

function show(element: ReactElement): string {
  const { container } = render(
    <NuqsTestingAdapter searchParams={`?at=${AT}`}>
      <I18nProvider locale="en" messages={messagesFor('en')}>
        {element}
      </I18nProvider>
    </NuqsTestingAdapter>,
  );
  return (container.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
}

describe('a lock of the past in the table', () => {
  it('is as it was, known by history, and its key leads to that moment', () => {
    show(<PastTable locks={[pastLock()]} atMs={AT} />);
    const [, row] = screen.getAllByRole('row');
    expect(row?.textContent?.replace(/\u00a0/g, ' ')).toMatch(
      /Held.*order.*worker-1.*0.*4\.0 s.*of 30 s.*test.*history/,
    );
    expect(screen.getByRole('link', { name: 'order' }).getAttribute('href')).toBe(
      '/locks/test.0/order?at=5000',
    );
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('of which nothing was kept has rings, and neither nobody nor none', () => {
    show(<PastTable locks={[UNWATCHED]} atMs={AT} />);
    const row = screen.getAllByRole('row')[1] as HTMLElement;
    expect(within(row).getAllByTitle('Not kept: cannot be known').length).toBeGreaterThanOrEqual(2);
    expect(within(row).getByTitle('How many waited was not kept')).toBeTruthy();
    expect(row.textContent).not.toMatch(/nobody|\b0\b/);
  });
});

describe('the page of a lock of the past', () => {
  it('says what was the matter, and what became of the hold', () => {
    const lock = pastLock({
      waiters: counted(3),
      state: 'contended',
      spans: [aSpan(1, 1_000, { ended: 'expired', endedBy: 'event' })],
    });
    const verdict = show(<PastVerdict lock={lock} atMs={AT} watched />);
    expect(verdict).toContain('It was held, and 3 clients waited');
    expect(verdict).toContain('Its lease was 30 s at most; how much was left then was not kept');
    cleanup();
    const holders = show(<PastHoldersPanel lock={lock} atMs={AT} watched />);
    expect(holders).toContain('4.0 s then');
    expect(holders).toContain('expired (reported by Redis), 1970-01-01 00:00:11');
  });

  it('of a time that nobody watched claims nothing', () => {
    const text = show(<PastVerdict lock={UNWATCHED} atMs={AT} watched={false} />);
    expect(text).toContain('Nobody watched then: what it was cannot be known');
    expect(text).toContain('Whether findings were open is not known');
    expect(text).not.toMatch(/Nobody (held|waited)/);
    cleanup();
    expect(show(<PastHoldersPanel lock={UNWATCHED} atMs={AT} watched={false} />)).toContain(
      'Who held it then is not known.',
    );
  });

  it('of a free lock says that nobody held it', () => {
    const free = pastLock({ state: 'free', spans: [], ageMs: null, leaseMs: null });
    expect(show(<PastVerdict lock={free} atMs={AT} watched />)).toContain('Nobody held it then');
  });
});
