import { cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aHolder, aProcess, buildTestLock } from '@/e2e/support/a-lock';
import type { Heartbeat, Holder } from '@/lib/contract/holder';
import type { Lock } from '@/lib/contract/lock';
import { evidenceOf } from '@/lib/domain/holders/evidence';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { HolderText } from './holder-text';
import { VerdictBlock, VerdictLine } from './verdict-block';

const NOW = 100_000;

function show(element: ReactElement, locale: Locale = 'en'): string {
  const { container } = render(
    <I18nProvider locale={locale} messages={messagesFor(locale)}>
      {element}
    </I18nProvider>,
  );
  return (container.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
}

function beat(record: Heartbeat['record'], ageMs: number): Heartbeat {
  return {
    record,
    lastMs: NOW - ageMs,
    beatMs: 10_000,
    sinceMs: NOW - ageMs,
    known: { by: 'scan', atMs: NOW },
  };
}

/** A lock of one holder of this verdict. */
function judged(verdict: Holder['verdict'], heartbeat: Heartbeat | null = null, change: Partial<Lock> = {}) {
  const holder = aHolder({ verdict, process: aProcess({ instance: 'i', heartbeat }) });
  const lock = buildTestLock('a', { holders: [holder], ...change });
  return { lock, holder, evidence: evidenceOf(lock, [], NOW, holder), nowMs: NOW };
}

const LIVES = judged('alive', beat('present', 3_000));
const GONE = judged('gone', beat('present', 45_000));
const UNKNOWN = judged('unknown');
const late = { code: 'renewal-late', values: {} } as const;
const RENEWED = { count: 3, lastAtMs: NOW - 4_000, periodMs: 10_000, lateBy: 0.4 };

function quarantined(by: string, change: Partial<Lock> = {}) {
  const since = { atMs: NOW - 20_000, atLeast: false, known: { by: 'event', atMs: NOW } } as const;
  const holder = aHolder({ quarantine: { by }, label: `quarantine:${by}`, process: null, since });
  const lock = buildTestLock('a', { holders: [holder], expiresAtMs: NOW + 15_000, ...change });
  return { lock, holder, evidence: evidenceOf(lock, [], NOW, holder), nowMs: NOW };
}

const markOf = (word: string) =>
  screen.getByRole('region', { name: word }).firstElementChild?.getAttribute('class') ?? '';
const blockOf = (word: string) => screen.getByRole('region', { name: word }).getAttribute('class') ?? '';

describe('the verdict on a holder', () => {
  it.each([
    ['ALIVE', LIVES, 'is running: last heartbeat 3.0 s ago'],
    ['ALIVE', judged('alive', null, { renewal: RENEWED }), 'It renewed its lease 4.0 s ago'],
    ['ALIVE', judged('alive', beat('present', 3_000), { reason: late }), 'and stopped renewing'],
    ['ALIVE', judged('overstaying', null, { renewal: RENEWED }), 'whether it still works is unknown'],
    ['GONE', GONE, 'silent for 45 s: it is gone, or paused'],
    ['GONE', judged('gone', beat('deleted', 45_000)), 'ended, last heartbeat 45 s ago'],
    ['GONE', judged('gone', beat('lapsed', 45_000)), 'the last one seen was 45 s ago'],
    ['CANNOT BE KNOWN', UNKNOWN, 'Nothing in Redis shows whether the holder lives'],
    ['CANNOT BE KNOWN', judged('unknown', null, { reason: late }), 'Redis has no sign of its process'],
    ['CANNOT BE KNOWN', judged('unknown', null, { state: 'unknown' }), 'The lock itself is unknown now'],
  ])('%s says what decides it', (word, of, said) => {
    show(<VerdictBlock {...of} />);
    expect((screen.getByRole('region', { name: word }).textContent ?? '').replace(/\u00a0/g, ' ')).toContain(
      said,
    );
    cleanup();
    expect(show(<VerdictLine {...of} />)).toContain(`${word} `);
    cleanup();
    expect(show(<VerdictBlock {...of} />, 'zh')).not.toMatch(/holderVerdict|[{}]/);
  });

  it('is no verdict on a holder where an operator has the lock in quarantine', () => {
    const text = show(<VerdictBlock {...quarantined('ann')} />);
    expect(screen.getByRole('region', { name: 'IN QUARANTINE' })).toBeTruthy();
    expect(text).not.toContain('CANNOT BE KNOWN');
    expect(text).toMatch(/ann put the lock in quarantine at .*01:20.*: nobody can acquire it/);
    expect(text).toContain('renewals and release of its former holder fail');
    expect(text).toMatch(/at the latest it expires at .*01:55/);
    cleanup();
    expect(show(<VerdictLine {...quarantined('ann')} />)).toMatch(/^IN QUARANTINE ann put/);
    cleanup();
    expect(show(<VerdictBlock {...quarantined('', { expiresAtMs: null })} />)).toMatch(
      /An operator put .* fail\. It is released when its time is over\.$/,
    );
    cleanup();
    const zh = show(<VerdictBlock {...quarantined('ann')} />, 'zh');
    expect(zh).toMatch(/隔离中.*ann .*01:20.*隔离.*无人能获取.*01:55/);
    cleanup();
    expect(show(<VerdictBlock {...quarantined('ann', { state: 'unknown' })} />)).toContain('CANNOT BE KNOWN');
  });

  it('is named in a list by a mark of its own', () => {
    expect(show(<HolderText lock={quarantined('ann').lock} />)).toContain('In quarantine');
    cleanup();
    expect(show(<HolderText lock={quarantined('ann').lock} compact />, 'zh')).toContain('隔离中');
  });

  it('differs in shape and not in colour alone', () => {
    for (const of of [LIVES, GONE, UNKNOWN]) show(<VerdictBlock {...of} isReleasing />);
    expect(markOf('GONE')).toMatch(/rounded-md bg-risk-mark/);
    expect(markOf('ALIVE')).toMatch(/rounded-full bg-/);
    expect(markOf('CANNOT BE KNOWN')).toMatch(/rounded-full border .*border-dashed/);
    expect(blockOf('CANNOT BE KNOWN')).toContain('border-dashed');
  });

  it('is red of a holder that lives only for who releases it', () => {
    show(<VerdictBlock {...LIVES} isReleasing />);
    expect(blockOf('ALIVE')).toContain('bg-lost-mark');
    cleanup();
    show(<VerdictBlock {...LIVES} />);
    expect(blockOf('ALIVE')).not.toMatch(/lost|risk/);
    expect(markOf('ALIVE')).toContain('verified');
  });

  it('is green only while it is verified', () => {
    show(<VerdictBlock {...LIVES} isUnread />);
    expect(markOf('ALIVE')).not.toContain('verified');
    cleanup();
    show(<VerdictBlock {...judged('overstaying', null, { renewal: RENEWED })} />);
    expect(markOf('ALIVE'), 'it renews, and whether it works is unknown').not.toContain('verified');
  });
});
