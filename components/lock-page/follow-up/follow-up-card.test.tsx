import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Done } from '@/components/actions/done';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aHolder, aLock } from '@/e2e/support/a-lock';
import { lockQueries } from '@/lib/api/queries';
import type { ActionResult } from '@/lib/contract/actions';
import type { LockDetail } from '@/lib/contract/locks';
import { displayOf } from '@/lib/domain/keys/bytes';
import { counted } from '@/lib/domain/values/counted';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import type { Comeback, FollowUp, HealthAfter, LeaseAfter } from './follow-up';
import { FollowUpCard } from './follow-up-card';
import type { ObservedLock } from './observed-lock';
import { useFollowUpTexts } from './use-follow-up-texts';

const AT = 1_000_000;
const NEXT = aHolder({ token: displayOf('next:1'), verdict: 'alive', label: 'payouts' });
const LOCK = aLock({ name: 'invoice:7' });
const HELD: ObservedLock = {
  is: 'held',
  fromMs: AT + 200,
  toMs: AT + 60_100,
  lock: { ...LOCK, holders: [NEXT] },
};
const NOTHING: FollowUp = {
  next: null,
  taker: null,
  nextLeftMs: 0,
  quarantineLeftMs: 0,
  now: null,
  health: null,
  comeback: null,
  comebackKey: null,
  lease: null,
};

function aDone(change: Partial<Done> = {}, result: Partial<ActionResult> = {}): Done {
  return {
    ...{ action: 'release', lock: LOCK, holder: aHolder(), parts: [], isKept: false, leaseMs: null },
    ...{ reason: 'OOM-killed', ticket: '', after: null, seenAtMs: AT - 500, sentAtMs: AT - 20, doneAtMs: 0 },
    result: {
      outcome: 'released',
      nodes: [{ node: 'orders-2', outcome: 'released' }],
      ...{ auditId: 4831, woken: 1, atMs: AT },
      ...result,
    },
    ...change,
  };
}

/** The answer about the lock. */
let answer: Partial<LockDetail> = {};
/** Answers about other locks, by their ids. */
let answers: Record<string, Partial<LockDetail>> = {};

function show(element: ReactElement, locale: Locale = 'en'): string {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache.setQueryData(lockQueries.detail(LOCK.id).queryKey, answer as LockDetail);
  const { container } = render(
    <QueryClientProvider client={cache}>
      <NuqsTestingAdapter>
        <I18nProvider locale={locale} messages={messagesFor(locale)}>
          {element}
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  return (container.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
}

function Texts({ done, follow }: { done: Done; follow: FollowUp }) {
  const { title, steps, line, chat } = useFollowUpTexts(done, follow);
  return (
    <>
      <h2>{title}</h2>
      {steps.map(({ id, time, what, more }) => (
        <p key={id}>
          {time} {what} {more}
        </p>
      ))}
      <p>{line}</p>
      <pre>{chat}</pre>
    </>
  );
}

beforeEach(() => {
  answer = {
    lock: { ...LOCK, holders: [NEXT], confirmed: { by: 'read', atMs: AT + 200 } },
    events: [],
    nowMs: AT,
  };
  answers = {};
  vi.stubGlobal('fetch', async (path: string) => {
    const id = Object.keys(answers).find(
      (each) => path.includes(encodeURIComponent(each)) || path.includes(each),
    );
    return new Response(JSON.stringify(id === undefined ? answer : answers[id]), { status: 200 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the card after an action', () => {
  it('says what was done, who has the lock now and why it was done, and leads to the audit', () => {
    const onDismiss = vi.fn();
    const ticket = 'https://t.example/INC-7';
    show(<FollowUpCard done={aDone({ ticket })} handover={null} onDismiss={onDismiss} />);
    const card = within(screen.getByRole('region', { name: 'Released: payouts has the lock' }));
    const [read, done] = card.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(read).toContain('Read and compared');
    expect(done).toMatch(/Released on orders-2Woke 1 waiting client$/);
    expect(card.getByText('Reason: OOM-killed')).toBeTruthy();
    expect(card.getByRole('link', { name: /INC-7/ }).getAttribute('href')).toBe(ticket);
    expect(card.getByRole('link', { name: /^Audit 4.831$/ }).getAttribute('href')).toBe('/audit#audit-4831');
    fireEvent.click(card.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement);
    expect(onDismiss).toHaveBeenCalledOnce();
  });

  it('names the nodes where they are several, and does not call a lock free that may be held', () => {
    const nodes = (['released', 'unreached', 'unreached'] as const).map((outcome, i) => ({
      node: `n${i + 1}`,
      outcome,
    }));
    const after = { done: 1, of: 3, quorum: 2, left: 2, is: 'short' } as const;
    const text = show(
      <FollowUpCard done={aDone({ after }, { nodes })} handover={null} onDismiss={() => {}} />,
    );
    expect(screen.getByRole('region', { name: 'Released on 1 of 3 nodes' })).toBeTruthy();
    expect(text).toContain('No answer from n2');
    expect(text).toContain('the lock may still be held');
    expect(text).not.toMatch(/has the lock|is free|ealthy|not come back/);
  });

  it('names each key of a hold', () => {
    const key = {
      id: LOCK.id,
      key: 'invoice:7',
      outcome: 'released',
      woken: 1,
      auditId: 4831,
      why: null,
    } as const;
    const keys = [
      { ...key, nodes: [{ node: 'orders-2', outcome: 'released' as const }] },
      {
        ...key,
        id: 'test.0.invoice:8',
        key: 'invoice:8',
        nodes: [{ node: 'orders-1', outcome: 'released' as const }],
      },
    ];
    const text = show(
      <FollowUpCard done={aDone({}, { hold: { keys, kept: [] } })} handover={null} onDismiss={() => {}} />,
    );
    expect(text).toContain('Released: both keys');
    expect(text).toMatch(/invoice:7 released on orders-2/);
    expect(text).toMatch(/invoice:8 released on orders-1/);
  });

  it('watches each key of a hold, and names the one that the old holder has again', async () => {
    const other = aLock({ name: 'invoice:8' });
    const keys = [LOCK, other].map(({ id, key }, nth) => ({
      ...{ id, key: key.text, outcome: 'released' as const, woken: 0, auditId: 4831 + nth, why: null },
      nodes: [{ node: `orders-${nth}`, outcome: 'released' as const }],
    }));
    const part = {
      ...{ lock: other, holder: aHolder(), sure: 'proven' as const, seen: null, allowed: true, why: null },
      ...{ acquiredApartMs: 0, leasesApartMs: 0 },
      requires: { reason: false, typedKey: false, although: null },
    };
    const since = { atMs: AT + 4_200, atLeast: false, known: { by: 'event', atMs: AT + 4_200 } } as const;
    const confirmed = { by: 'read', atMs: AT + 4_200 } as const;
    answers = {
      [other.id]: { lock: { ...other, holders: [aHolder({ since })], confirmed }, events: [], nowMs: AT },
    };
    const done = aDone({ parts: [part] }, { hold: { keys, kept: [] } });
    show(<FollowUpCard done={done} handover={null} onDismiss={() => {}} />);
    const card = await screen.findByRole('region', {
      name: 'Released, and the old holder has invoice:8 again',
    });
    expect(card.className).toContain('border-s-lost-mark');
    expect(card.textContent).toMatch(/has invoice:8 again, 4\.2\s+s after the release/);
    const [own, its] = within(card)
      .getAllByTestId('key-since')
      .map(({ textContent }) => textContent);
    expect([own, its]).toEqual(['payouts has it', 'the old holder has it again']);
  });

  it('says how many still wait', () => {
    const waiters = { count: counted(5), known: { by: 'read', atMs: AT + 200 } as const };
    answer = { ...answer, lock: { ...(answer.lock ?? LOCK), waiters } };
    const text = show(<FollowUpCard done={aDone()} handover={null} onDismiss={() => {}} />);
    expect(text).toContain('5 clients still wait');
  });

  it('is red, and says since when, where the old holder has the lock again', () => {
    const since = { atMs: AT + 4_200, atLeast: false, known: { by: 'event', atMs: AT + 4_200 } } as const;
    answer = {
      ...answer,
      lock: { ...LOCK, holders: [aHolder({ since })], confirmed: { by: 'read', atMs: AT + 4_200 } },
    };
    const text = show(<FollowUpCard done={aDone()} handover={null} onDismiss={() => {}} />);
    const card = screen.getByRole('region', { name: 'Released, and the old holder has the lock again' });
    expect(card.className).toContain('border-s-lost-mark');
    expect(text).toContain('The old holder 8d3c…:47 has the lock again, 4.2 s after the release');
  });
});

const HEALTH: HealthAfter[] = [
  { is: 'waiting', leftMs: 20_000 },
  ...(['healthy', 'held', 'risk', 'old', 'other'] as const).map((is) => ({ is, holders: [NEXT] })),
  { is: 'free' },
  { is: 'lost' },
  { is: 'unknown', fromMs: AT + 9_000, toMs: null },
  { is: 'unknown', fromMs: AT + 9_000, toMs: AT + 12_000 },
  { is: 'unseen', sinceMs: AT + 9_000 },
];
const COMEBACK: Comeback[] = [
  { is: 'watching', untilMs: AT + 20_000, leftMs: 9_000 },
  { is: 'away', untilMs: AT + 20_000 },
  { is: 'back', afterMs: 4_200 },
  { is: 'alike', afterMs: 4_200 },
  { is: 'unknown', fromMs: AT + 9_000, toMs: null },
  { is: 'unseen', sinceMs: AT + 9_000 },
];
const LEASE: LeaseAfter[] = [
  { is: 'stands', untilMs: AT + 300_000 },
  { is: 'reset', afterMs: 5_000, untilMs: AT + 35_000, insteadMs: AT + 300_000 },
  { is: 'left', afterMs: 5_000 },
  { is: 'unknown', fromMs: AT + 9_000, toMs: null },
];

describe('the words after an action', () => {
  it.each(['en', 'zh'] as const)('are there in %s for whatever came of it', (locale) => {
    const all: [Done, FollowUp][] = [
      ...HEALTH.map((health): [Done, FollowUp] => [aDone(), { ...NOTHING, health, now: HELD }]),
      ...COMEBACK.map((comeback): [Done, FollowUp] => [aDone(), { ...NOTHING, comeback }]),
      ...LEASE.map((lease): [Done, FollowUp] => [
        aDone({ action: 'extend', leaseMs: 300_000 }, { outcome: 'extended' }),
        { ...NOTHING, lease },
      ]),
      ...COMEBACK.map((comeback): [Done, FollowUp] => [
        aDone(),
        { ...NOTHING, comeback, comebackKey: 'invoice:8' },
      ]),
    ];
    for (const [done, follow] of all) {
      expect(show(<Texts done={done} follow={follow} />, locale)).not.toMatch(
        /followUp|actions\.|undefined|[{}]/,
      );
      cleanup();
    }
  });

  it('say that a lock is healthy only while somebody knows', () => {
    const health = { is: 'healthy', holders: [NEXT] } as const;
    const title = () => screen.getByRole('heading').textContent?.replace(/\u00a0/g, ' ');
    show(<Texts done={aDone()} follow={{ ...NOTHING, now: HELD, health }} />);
    expect(title()).toBe('Released: payouts has the lock, and is healthy after 60 s');
    cleanup();
    const lost = { is: 'unknown', fromMs: AT + 70_000, toMs: AT + 70_000 } as const;
    show(<Texts done={aDone()} follow={{ ...NOTHING, now: lost, health }} />);
    expect(title()).toBe('Released; how the lock stands now is unknown');
  });

  it('for a chat are plain, with key, time, outcome and audit', () => {
    const next = { holder: 'payouts', afterMs: 84, atMost: false };
    const follow: FollowUp = {
      ...NOTHING,
      ...{ next, now: HELD, health: { is: 'healthy', holders: [NEXT] } },
      comeback: { is: 'away', untilMs: AT + 20_000 },
    };
    show(<Texts done={aDone()} follow={follow} />);
    const lines = (document.querySelector('pre')?.textContent ?? '')
      .replace(/[\u00a0\u202f]/g, ' ')
      .split('\n');
    expect(lines).toEqual([
      'Released: payouts has the lock, and is healthy after 60 s',
      'Key: invoice:7 (test, db 0)',
      expect.stringMatching(/^At: 1970-01-01 00:16:40 UTC/),
      expect.stringContaining('Released on orders-2: Woke 1 waiting client'),
      '+84 ms · payouts acquired',
      expect.stringContaining('Healthy after 60 s: its holder is proven alive'),
      expect.stringContaining('The old holder 8d3c…:47 has not come back'),
      'Nobody waits for it now',
      'Reason: OOM-killed',
      expect.stringMatching(/^Audit 4831: http.*\/audit#audit-4831$/),
    ]);
  });
});
