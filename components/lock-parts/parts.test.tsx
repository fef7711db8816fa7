import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aHolder, buildTestLock } from '@/e2e/support/a-lock';
import type { EvidenceCode, LockState, ReasonCode } from '@/lib/contract/codes';
import type { Evidence } from '@/lib/contract/finding';
import type { Lock } from '@/lib/contract/lock';
import { counted } from '@/lib/domain/values/counted';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { AgeText } from './age-text';
import { EvidenceText } from './evidence-text';
import { FormatLabel } from './format-label';
import { HolderText } from './holder-text';
import { KeyText } from './key-text';
import { KnownByText } from './known-by';
import { LeaseBar } from './lease-bar';
import { VerdictBadge } from './verdict-badge';
import { WaitersCell } from './waiters-cell';

const NOW = 100_000;

function show(element: ReactElement, locale: Locale = 'en'): string {
  const { container } = render(
    <I18nProvider locale={locale} messages={messagesFor(locale)}>
      {element}
    </I18nProvider>,
  );
  return (container.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
}

describe('a verdict', () => {
  const states: LockState[] = ['held', 'contended', 'at-risk', 'lost', 'free', 'unknown'];
  it.each(states)('%s has a word beside its colour', (state) => {
    expect(show(<VerdictBadge state={state} />)).toMatch(/^[A-Z]/);
  });

  it('says why in a few words', () => {
    const late = { code: 'renewal-late', values: { times: 1.4 } } as const;
    expect(show(<VerdictBadge state="at-risk" reason={late} />)).toBe('At riskrenewal 1.4 × late');
    expect(show(<VerdictBadge state="held" reason={{ code: 'none', values: {} }} />)).toBe('Held');
  });

  it('shows the code of a reason that it does not know', () => {
    const reason = { code: 'from-tomorrow' as ReasonCode, values: {} };
    expect(show(<VerdictBadge state="at-risk" reason={reason} />)).toContain('from-tomorrow');
  });
});

describe('a key', () => {
  it('is a link named by the whole key, however it is cut on the screen', () => {
    const lock = buildTestLock('lock:<script>alert(1)</script>');
    show(<KeyText lock={lock} href="/locks/x" />);
    expect(screen.getByRole('link', { name: 'lock:<script>alert(1)</script>' }).textContent).toBe(
      'lock:<script>alert(1)</script>',
    );
  });

  it('says so when it is shown escaped', () => {
    show(<KeyText display={{ text: 'lock:\\xff', exact: false, byteLength: 6 }} />);
    expect(screen.getByTitle(/escaped or cut, 6 bytes/)).toBeTruthy();
  });
});

describe('a holder', () => {
  const [holder] = buildTestLock('a').holders;
  if (!holder) throw new Error('a test lock has a holder');
  const held = (holders: Lock['holders'], over: Partial<Lock> = {}) =>
    buildTestLock('a', { holders, ...over });

  it('without a name is unnamed, and unknown only where its value names nobody', () => {
    expect(show(<HolderText lock={buildTestLock('a')} />)).toContain('unnamed client8d3c…:47');
    expect(show(<HolderText lock={held([{ ...holder, tokenUnique: false }])} compact />)).toMatch(/unknown$/);
    expect(show(<HolderText lock={held([{ ...holder, label: 'billing-1:42' }])} compact />)).toMatch(
      /billing-1:42$/,
    );
  });

  it('with a name keeps its token beside it', () => {
    const named = { ...holder, label: 'checkout (eu-1) · worker-7:4711', verdict: 'alive' as const };
    expect(show(<HolderText lock={held([named])} />)).toBe(
      'Proven alivecheckout (eu-1) · worker-7:47118d3c…:47',
    );
  });

  it('of several is told by how many they are, and of none that it is nobody', () => {
    const reader = { ...holder, mode: 'read' as const };
    const writer = { ...holder, mode: 'write' as const, label: 'worker-7:4711' };
    const rw = { kind: 'read-write' } as const;
    expect(show(<HolderText lock={held([reader, reader, reader], rw)} />)).toMatch(/3 readers$/);
    expect(show(<HolderText lock={held([writer], rw)} compact />)).toMatch(/writerworker-7:4711$/);
    expect(show(<HolderText lock={held([writer, reader], rw)} compact />)).toMatch(/worker-7:4711\+1$/);
    const permits = (available: number, count: number | null) => ({
      kind: 'semaphore' as const,
      permits: { available, held: count, expired: count === null ? null : 0 },
    });
    expect(show(<HolderText lock={held([holder, holder], permits(3, 2))} />)).toMatch(/2 of 5 permits$/);
    expect(show(<HolderText lock={held([], permits(5, 0))} />)).toBe('0 of 5 permits');
    expect(show(<HolderText lock={held([], permits(3, null))} />)).toBe('3 permits free');
    const latch = { ...permits(2, null), kind: 'latch' as const };
    expect(show(<HolderText lock={held([], latch)} />)).toBe('2 counts left');
    expect(show(<HolderText lock={held([])} />)).toBe('nobody');
  });

  it('is never shown as gone when nothing tells', () => {
    expect(show(<HolderText lock={held([holder])} />)).toContain('Nothing tells whether it lives');
  });
});

describe('a figure', () => {
  it('that cannot be known is said to be unknown, not zero', () => {
    expect(show(<WaitersCell count={counted(null)} />)).toBe('Waiters unknown');
    expect(show(<WaitersCell count={counted(0)} />)).toBe('0');
    expect(show(<WaitersCell count={counted(6)} ghosts={2} />)).toBe(
      '66 waiting, and 2 ghosts that have lost their turn',
    );
    expect(show(<KnownByText known={null} nowMs={NOW} />)).toBe('cannot be known');
  });

  it('says how and since when it is known', () => {
    expect(show(<KnownByText known={{ by: 'event', atMs: NOW - 3_200 }} nowMs={NOW} />)).toBe('event·3.2 s');
    expect(
      show(<KnownByText known={{ by: 'read', atMs: NOW - 90_000 }} nowMs={NOW} form="moment" />),
    ).toMatch(/^read·\d\d:\d\d:\d\d$/);
  });
});

describe('a lease', () => {
  it('counts down, and is due at zero', () => {
    expect(show(<LeaseBar lock={buildTestLock('a')} nowMs={NOW} />)).toBe('20.0 s');
    expect(show(<LeaseBar lock={buildTestLock('a')} nowMs={NOW + 20_000} />)).toBe('due');
  });
});

describe('an age', () => {
  it('of several holders is that of the first', () => {
    const at = (atMs: number) => aHolder({ since: { atMs, atLeast: false, known: { by: 'event', atMs } } });
    const lock = buildTestLock('a', { holders: [at(90_000), at(40_000), aHolder({ since: null })] });
    expect(show(<AgeText lock={lock} nowMs={NOW} />)).toBe('1 m 00 s');
    expect(show(<AgeText lock={buildTestLock('a', { holders: [] })} nowMs={NOW} />)).toBe('–');
  });
});

describe('a format', () => {
  it('names no library where several fit as well', () => {
    const { format } = buildTestLock('a');
    const alternatives = ['a', 'b', 'c'].map((id) => ({ id, library: id }));
    const lock = buildTestLock('a', { format: { ...format, confidence: 'possible', alternatives } });
    expect(show(<FormatLabel lock={lock} />)).toBe('3 candidates');
    expect(show(<FormatLabel lock={buildTestLock('a')} />)).toBe('Redisson RLock');
  });

  it('that only a hint tells from others is named by it, and the title says why', () => {
    const pottery = { id: 'pottery', library: 'pottery' };
    const { format } = buildTestLock('a');
    const hinted = { ...format, library: 'random token', alternatives: [pottery], hint: pottery };
    expect(show(<FormatLabel lock={buildTestLock('b', { format: hinted })} />)).toBe('pottery');
    expect(screen.getByTitle(/likely · scripts of pottery are on this server/)).toBeTruthy();
  });
});

const HEARTBEATS: EvidenceCode[] = [
  'heartbeat',
  'heartbeat-late',
  'heartbeat-gone',
  'heartbeat-ended',
  'heartbeat-lapsed',
  'heartbeat-missing',
  'heartbeat-denied',
  'heartbeat-unreadable',
];
const beat = { lastMs: 45_000, beatMs: 10_000 };

describe('evidence', () => {
  const values: Partial<Record<EvidenceCode, Evidence['values'][]>> = {
    'holder-known': [
      { holder: 'x' },
      { holder: 'x', host: 'h' },
      { holder: 'x', host: 'h', pid: 4 },
      { holder: 'x', instance: 'i' },
      { holder: 'x', app: 'a' },
      { holder: 'x', app: 'a', host: 'h', pid: 4, instance: 'i' },
      { kind: 'nobody', count: 0 },
      { kind: 'readers', count: 3 },
      { kind: 'writer', count: 1, holder: 'x' },
      { kind: 'several', count: 2 },
      { kind: 'permits', count: 0 },
      { kind: 'permits', count: 2 },
      { kind: 'latch', count: 0 },
    ],
    'holder-unknown': [{}, { kind: 'permits' }],
    'own-lease-over': [
      { count: 1, total: 1 },
      { count: 1, total: 3 },
      { count: 2, total: 3 },
    ],
    'no-waiters': [{}, { ghosts: 1 }],
    'write-under-way-unknown': [{}, { token: '42' }],
    ...Object.fromEntries(
      HEARTBEATS.map((code) => [
        code,
        [beat, { ...beat, count: 1, total: 3 }, { ...beat, count: 2, total: 3 }],
      ]),
    ),
    renewed: [
      { count: 2, lastMs: 1_000, periodMs: 10_000 },
      { count: 1, lastMs: 1_000 },
    ],
    'renewal-late': [
      { count: 2, lastMs: 1_000, periodMs: 10_000, times: 2 },
      { count: 1, lastMs: 1_000 },
    ],
    'never-renewed': [{ watchedMs: 1_000 }],
    'ttl-fell': [{ fellMs: 1_000, overMs: 1_000, fromMs: 3_000, toMs: 2_000 }],
    'value-deadline': [{ leftMs: 1_000 }],
    'value-deadline-passed': [{ agoMs: 1_000 }],
    waiters: [{ count: 1 }, { count: 3 }, { count: 3, ghosts: 1 }],
    'node-silent': [{ forMs: 1_000 }],
  };
  const codes: EvidenceCode[] = [
    ...HEARTBEATS,
    'holder-known',
    'holder-unknown',
    'own-lease-over',
    'renewed',
    'renewal-late',
    'never-renewed',
    'ttl-fell',
    'no-ttl',
    'value-deadline',
    'value-deadline-passed',
    'waiters',
    'no-waiters',
    'waiters-unknown',
    'write-under-way-unknown',
    'node-silent',
  ];
  it('that heartbeats stopped says that a pause looks the same', () => {
    for (const values of [beat, { ...beat, count: 2, total: 3 }]) {
      const line = { code: 'heartbeat-gone', values, tone: 'at-risk', known: null } as const;
      expect(show(<EvidenceText evidence={line} />)).toMatch(/^No heartbeat for 45\.0 s.*paused.*the same/);
    }
  });

  it.each(codes)('%s is a sentence in every language, whatever of it is known', (code) => {
    for (const locale of ['en', 'zh'] as const) {
      for (const known of values[code] ?? [{}]) {
        const text = show(
          <EvidenceText evidence={{ code, values: known, tone: 'neutral', known: null }} />,
          locale,
        );
        expect(text).not.toContain('evidence.');
        expect(text).not.toContain('{');
        expect(text.length).toBeGreaterThan(4);
      }
    }
  });
});
