import { cleanup, render, screen, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aHolder, aProcess, buildTestLock } from '@/e2e/support/a-lock';
import type { Heartbeat, Holder, SeenProcess } from '@/lib/contract/holder';
import type { LockDetail } from '@/lib/contract/locks';
import { holderLabel } from '@/lib/domain/holders/lock-holder';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { HolderPanel } from './holder-panel';

const NOW = 100_000_000;
const ID = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const WHO = { host: 'worker-7', pid: 4711, app: 'checkout', label: 'eu-1', startMs: 0 };

function beat(record: Heartbeat['record'], ageMs: number | null, forMs = 0): Heartbeat {
  const lastMs = ageMs === null ? null : NOW - ageMs;
  return { record, lastMs, beatMs: 10_000, sinceMs: NOW - forMs, known: { by: 'scan', atMs: NOW } };
}

/** The panel as a reader has it, with plain spaces. */
function show(
  verdict: Holder['verdict'],
  heartbeat: Heartbeat | null,
  process: Partial<SeenProcess> = WHO,
  locale: Locale = 'en',
): string {
  const seen = aProcess({ instance: ID, ...process, heartbeat });
  const holder = aHolder({ verdict, process: seen, label: holderLabel(null, seen) });
  const detail = { lock: buildTestLock('a', { holders: [holder] }), alsoHolds: [], nowMs: NOW };
  const { container } = render(
    <NuqsTestingAdapter>
      <I18nProvider locale={locale} messages={messagesFor(locale)}>
        <HolderPanel detail={detail as unknown as LockDetail} />
      </I18nProvider>
    </NuqsTestingAdapter>,
  );
  return (container.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
}

const fact = (name: string) =>
  (screen.getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent ?? '').replace(
    /[\u00a0\u202f]/g,
    ' ',
  );

afterEach(cleanup);

describe('the holder card', () => {
  it('of a holder that beats says who it is, that it lives, and how that is known', () => {
    expect(show('alive', beat('present', 3_200))).toContain('alive, heartbeat 3.2 s ago');
    expect(fact('Application')).toMatch(/^checkout \(eu-1\)client/);
    expect(fact('Host')).toBe('worker-7 · pid 4711');
    expect(fact('Started')).toMatch(/1970-01-01 .* by its own clock/);
    expect(fact('Heartbeat')).toMatch(/^3\.2 s ago, every 10 sscan/);
    expect(fact('Client id')).toContain(ID);
    expect(fact('Token')).toContain(`${ID}:47`);
  });

  it('of a holder whose heartbeats stopped never says gone without saying paused', () => {
    expect(show('gone', beat('present', 45_000))).toContain('gone 45 s, or paused');
    expect(fact('Heartbeat')).toMatch(/^stopped 45 s ago, was every 10 s/);
    expect(screen.getByTitle('Gone, or paused')).toBeTruthy();
  });

  it('of a holder that ended says so, and never that it is paused', () => {
    const text = show('gone', beat('deleted', 20_000, 15_000));
    expect(text).toContain('ended');
    expect(text.replace('Gone, or paused', '')).not.toContain('paused');
    expect(fact('Heartbeat')).toMatch(/^ended, its record was taken away/);
  });

  it('of a holder whose record lapsed does not claim how', () => {
    expect(show('gone', beat('lapsed', 3_700_000, 60_000))).toContain('gone 1 h or more');
    expect(fact('Heartbeat')).toMatch(/^its record is gone, last seen 1 h ago/);
  });

  it('of a holder that renews while its heartbeats stopped says both', () => {
    expect(show('alive', beat('present', 45_000))).toContain('alive, it renews');
    expect(fact('Heartbeat')).toMatch(/^stopped 45 s ago/);
  });

  it.each([
    ['never had a record', beat('absent', null), 'none: most clients write none'],
    ['may not be read', beat('denied', null), 'cannot be read: denied'],
    ['has something else for a record', beat('unreadable', null), 'cannot be read'],
    ['lost its record a moment ago', beat('deleted', 8_000), 'its record is gone, looking again'],
    ['was not read yet', null, 'not read yet'],
  ])('of a holder that %s calls it unknown', (_, heartbeat, said) => {
    expect(show('unknown', heartbeat, {})).toContain('nothing tells whether it lives');
    expect(fact('Heartbeat')).toMatch(new RegExp(`^${said}`));
    expect(fact('Process')).toBe('unnamed client');
    expect(fact('Host')).toBe('unknown');
  });

  it('falls back to host and process where no application is named', () => {
    show('alive', beat('present', 1_000), { ...WHO, app: null, label: null });
    expect(fact('Process')).toBe('worker-7:4711');
  });

  it('has no heartbeat line where a token names no process', () => {
    show('unknown', null, { instance: null });
    expect(within(document.body).queryByText('Heartbeat')).toBeNull();
  });

  it.each(['en', 'zh'] as const)('has words for everything in %s', (locale) => {
    for (const record of ['present', 'absent', 'deleted', 'lapsed', 'denied', 'unreadable'] as const) {
      for (const [verdict, ageMs, forMs] of [
        ['alive', 1_000, 0],
        ['alive', 20_000, 0],
        ['gone', 45_000, 60_000],
        ['unknown', null, 0],
      ] as const) {
        const text = show(verdict, beat(record, ageMs, forMs), WHO, locale);
        expect(text).not.toMatch(/holder\.|[{}]/);
        cleanup();
      }
    }
  });
});
