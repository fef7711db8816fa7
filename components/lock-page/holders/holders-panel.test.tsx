import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { describe, expect, it, vi } from 'vitest';
import { SessionContext } from '@/components/app/session-context';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aHolder, aLock } from '@/e2e/support/a-lock';
import { aSession } from '@/e2e/support/a-session';
import type { Holder } from '@/lib/contract/holder';
import type { Lock } from '@/lib/contract/lock';
import type { LockDetail } from '@/lib/contract/locks';
import { displayOf } from '@/lib/domain/keys/bytes';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { HoldersPanel } from './holders-panel';

const NOW = 1_000_000;
const reader = (n: number, change: Partial<Holder> = {}) =>
  aHolder({ mode: 'read', token: displayOf(`reader-${n}:47`), ttlMs: n * 1_000, ...change });

function show(change: Partial<Lock>, more: Partial<LockDetail> = {}, locale: Locale = 'en') {
  const lock = aLock({ kind: 'read-write', ...change });
  const holderDigests = lock.holders.map((_, i) => `digest-${i}`);
  const onAct = vi.fn();
  const detail = { lock, holderDigests, nowMs: NOW, ...more } as unknown as LockDetail;
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <NuqsTestingAdapter>
        <I18nProvider locale={locale} messages={messagesFor(locale)}>
          <SessionContext value={aSession()}>
            <HoldersPanel detail={detail} onAct={onAct} />
          </SessionContext>
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  const text = (container.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
  return { lock, onAct, text, items: screen.queryAllByRole('listitem') };
}

describe('the holders of a lock', () => {
  it('are all there, each with its mode, token, own lease and whether it lives', () => {
    const { items, text } = show({ holders: [reader(8, { holdCount: 2 }), reader(20), reader(3)] });
    expect(text).toContain('3 readers');
    expect(items).toHaveLength(3);
    const plain = (items[0]?.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
    for (const part of ['reader', 'reader-8:47', '8.0 s', 'hold count 2']) expect(plain).toContain(part);
    expect(plain).toContain('CANNOT BE KNOWN Nothing in Redis shows whether the holder lives');
    expect(items[1]?.textContent).not.toContain('hold count');
  });

  it('are released and extended one by one, each by its own digest', () => {
    const { items, onAct, lock } = show({ holders: [reader(8), reader(20)] });
    fireEvent.click(
      within(items[1] as HTMLElement).getByRole('button', { name: /^Release… .*reader-20:47$/ }),
    );
    expect(onAct).toHaveBeenCalledWith(lock, 'release', {
      holder: lock.holders[1],
      tokenDigest: 'digest-1',
    });
    fireEvent.click(within(items[0] as HTMLElement).getByRole('button', { name: /^Extend…/ }));
    expect(onAct).toHaveBeenLastCalledWith(
      lock,
      'extend',
      expect.objectContaining({ tokenDigest: 'digest-0' }),
    );
  });

  it('of whom the digest is not known yet cannot be acted on', () => {
    const { onAct } = show({ holders: [reader(8), reader(20)] }, { holderDigests: ['', 'digest-1'] });
    const [first, second] = screen.getAllByRole('button', { name: /^Release…/ });
    fireEvent.click(first as HTMLElement);
    expect(onAct).not.toHaveBeenCalled();
    expect(first?.getAttribute('aria-disabled')).toBe('true');
    expect(second?.getAttribute('aria-disabled')).toBeNull();
  });

  it('as last known, while Redis cannot be asked, cannot be acted on either', () => {
    show({ holders: [reader(8), reader(20)] }, { unread: { code: 'node-down', message: '' } });
    for (const button of screen.getAllByRole('button', { name: /^Release…/ }))
      expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('past their own lease are marked, and the others are not', () => {
    const { items } = show({ holders: [reader(8), reader(0)] });
    expect(items[0]?.textContent).not.toContain('lease over');
    expect(items[1]?.textContent).toContain('lease over');
    const [one, two] = screen.getAllByRole('button', { name: /^Extend…/ });
    expect(one?.getAttribute('aria-disabled')).toBeNull();
    expect(two?.getAttribute('aria-disabled'), 'there is nothing to extend').toBe('true');
  });

  it('of a format that offers nothing have no buttons', () => {
    show({ holders: [reader(8), reader(20)], actions: { release: false, extend: false, quarantine: false } });
    expect(screen.queryAllByRole('button', { name: /^(Release|Extend)/ })).toHaveLength(0);
  });

  it('are a few at first, and all of them when asked', () => {
    show({ holders: Array.from({ length: 30 }, (_, i) => reader(i + 1)) });
    expect(screen.getAllByRole('listitem')).toHaveLength(8);
    fireEvent.click(screen.getByRole('button', { name: 'Show all 30' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(30);
  });
});

describe('a lock that nobody is known to hold', () => {
  const none = { holders: [], kind: 'semaphore' as const };

  it.each([
    ['a semaphore', { available: 5, held: 0, expired: 0 }, 'Nobody holds a permit'],
    ['one that keeps a number alone', { available: 3, held: null, expired: null }, 'is not written down'],
  ])('as %s says so and offers nothing', (_, permits, said) => {
    const { text } = show({ ...none, permits });
    expect(text).toContain(said);
    expect(screen.queryAllByRole('button')).toHaveLength(0);
  });

  it('says how many permits are free, or how many counts are left', () => {
    expect(show({ ...none, permits: { available: 3, held: 1, expired: 1 } }).text).toContain(
      '3 of 5 free, 1 expired',
    );
    cleanup();
    const latch = { available: 2, held: null, expired: null };
    expect(show({ ...none, kind: 'latch', permits: latch }).text).toContain('2 counts left');
  });

  it.each(['en', 'zh'] as const)('has words for everything in %s', (locale) => {
    for (const permits of [
      { available: 5, held: 0, expired: 0 },
      { available: 3, held: null, expired: null },
      { available: null, held: 2, expired: 1 },
      { available: null, held: null, expired: null },
    ])
      for (const kind of ['semaphore', 'latch'] as const)
        for (const holders of [[], [reader(0, { holdCount: 3 }), reader(1)]]) {
          expect(show({ kind, permits, holders }, {}, locale).text).not.toMatch(/holders?\.|permits\.|[{}]/);
          cleanup();
        }
  });
});
