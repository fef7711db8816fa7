import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aLock } from '@/e2e/support/a-lock';
import { votesOf } from '@/e2e/support/a-vote';
import type { Lock, Vote } from '@/lib/contract/lock';
import type { LockDetail } from '@/lib/contract/locks';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { LockPage } from './lock-page';
import { VotesPanel } from './votes-panel';

const NOW = 1_000_000;
const plain = (text: string | null | undefined) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');

function show(says: Vote['vote'][], change: Partial<Lock> = {}, locale: Locale = 'en') {
  const votes = votesOf(says);
  const lock = aLock({ votes, expiresAtMs: NOW + 7_898, ...change });
  const detail = { lock, nowMs: NOW } as unknown as LockDetail;
  const { container } = render(
    <I18nProvider locale={locale} messages={messagesFor(locale)}>
      <VotesPanel detail={detail} votes={votes} />
    </I18nProvider>,
  );
  const rows = screen.getAllByRole('row').slice(1);
  return { text: plain(container.textContent), rows: rows.map((row) => plain(row.textContent)) };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the votes of a lock on its page', () => {
  it('are a row a node: its name, its vote in words, who has it there, and for how long', () => {
    const { rows } = show(['yes', 'other', 'no', 'unread', 'yes']);
    expect(rows[0]).toBe('n1has ittoke…lder8.0 s');
    expect(rows[1]).toBe('n2another holdertoke…-one8.0 s');
    expect(rows[2]).toBe('n3has noneabsent');
    expect(rows[3]).toBe('n4does not answerlast read 4.0 s agounread');
    expect(rows).toHaveLength(5);
    const other = within(screen.getByRole('rowheader', { name: 'n2' }).closest('tr') as HTMLElement);
    expect(other.getByText('another holder').className).toContain('text-lost');
    expect(other.getByTitle('token-of-another-one')).toBeTruthy();
  });

  it('say what a quorum is, and how long there is one', () => {
    const { text } = show(['yes', 'yes', 'yes', 'no', 'unread']);
    expect(text).toContain('a quorum is 3 of 5');
    expect(text).toContain('A quorum of 3 has it. Fewer will in 7.8 s');
  });

  it.each<[string, Vote['vote'][], Partial<Lock>, string]>([
    ['too few', ['yes', 'no', 'no'], {}, 'nobody holds it'],
    ['too few of those that answer', ['yes', 'unread', 'no'], {}, 'the node that does not answer decides'],
    ['enough for good', ['yes', 'yes', 'no'], { expiresAtMs: 'none' }, 'its keys never expire'],
    ['enough until a moment ago', ['yes', 'yes', 'no'], { expiresAtMs: NOW - 1 }, 'is over'],
  ])('say so where %s have it', (_, says, change, said) => {
    expect(show(says, change).text).toContain(said);
  });

  it('of a node of which no reading is known claim none', () => {
    const votes = votesOf(['yes', 'unread']).map((vote) => ({ ...vote, readAtMs: null }));
    const detail = { lock: aLock({ votes }), nowMs: NOW } as unknown as LockDetail;
    render(
      <I18nProvider locale="en" messages={messagesFor('en')}>
        <VotesPanel detail={detail} votes={votes} />
      </I18nProvider>,
    );
    expect(plain(screen.getAllByRole('row')[2]?.textContent)).toBe('n2does not answerunread');
  });

  it('are there in Chinese', () => {
    expect(show(['yes', 'yes', 'unread'], {}, 'zh').rows[2]).toContain('没有应答');
  });
});

describe('the page of a lock', () => {
  const RAW = { type: 'string', ttlMs: 20_000, byteLength: 22, value: 'token', fields: null };
  async function open(votes: Vote[] | null): Promise<string> {
    const lock = aLock({ votes });
    const none = { evidence: [], ttlSamples: [], waitingSeries: [], events: [], alsoHolds: [], replicas: [] };
    const rest = { ...none, raw: RAW };
    const detail = {
      lock,
      ...rest,
      holderDigests: ['d'],
      channel: null,
      queue: null,
      unread: null,
      nowMs: NOW,
    };
    const answer = (path: string) =>
      path.startsWith(`/api/locks/${lock.id}`) ? detail : { locks: [], holder: null, nowMs: NOW };
    // What is loaded late, such as the charts, is refused: an answer of another shape would break it.
    vi.stubGlobal('fetch', async (path: string) =>
      path.startsWith('/api/history')
        ? new Response(JSON.stringify({ error: { code: 'node-down', message: 'no' } }), { status: 503 })
        : new Response(JSON.stringify(answer(path))),
    );
    const { container } = render(
      <QueryClientProvider client={new QueryClient()}>
        <NuqsTestingAdapter>
          <I18nProvider locale="en" messages={messagesFor('en')}>
            <LockPage id={lock.id} />
          </I18nProvider>
        </NuqsTestingAdapter>
      </QueryClientProvider>,
    );
    await screen.findByRole('region', { name: 'Waiters' });
    return plain(container.querySelector('header')?.textContent);
  }

  it('has the votes of a group beside its verdict, and says that it is on several nodes', async () => {
    expect(await open(votesOf(['yes', 'yes', 'no']))).toContain('3 nodes · db 0');
    expect(screen.getByRole('region', { name: 'Votes' })).toBeTruthy();
  });

  it('has none for any other lock', async () => {
    expect(await open(null)).toContain('127.0.0.1:6379 · db 0');
    expect(screen.queryByRole('region', { name: 'Votes' })).toBeNull();
  });
});
