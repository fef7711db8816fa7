import { cleanup, render, screen, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { describe, expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aHolder, aProcess, buildTestLock } from '@/e2e/support/a-lock';
import type { Heartbeat, Holder, SeenProcess } from '@/lib/contract/holder';
import type { Lock } from '@/lib/contract/lock';
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
  change: Partial<Lock> = {},
): string {
  const seen = aProcess({ instance: ID, ...process, heartbeat });
  const holder = aHolder({ verdict, process: seen, label: holderLabel(null, seen) });
  const lock = buildTestLock('a', { holders: [holder], ...change });
  const detail = { lock, alsoHolds: [], ttlSamples: [], nowMs: NOW };
  const { container } = render(
    <NuqsTestingAdapter>
      <I18nProvider locale={locale} messages={messagesFor(locale)}>
        <HolderPanel detail={detail as unknown as LockDetail} />
      </I18nProvider>
    </NuqsTestingAdapter>,
  );
  return (container.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
}

/** Whether it lives, as the block under the title says it. */
const verdict = (word: string) =>
  (screen.getByRole('region', { name: word }).textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');

const fact = (name: string) =>
  (screen.getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent ?? '').replace(
    /[\u00a0\u202f]/g,
    ' ',
  );

describe('the holder card', () => {
  it('of a holder that beats says who it is, that it lives, and how that is known', () => {
    show('alive', beat('present', 3_200));
    expect(verdict('ALIVE')).toMatch(/scan.*Its process is running: last heartbeat 3\.2 s ago$/);
    expect(fact('Application')).toMatch(/^checkout \(eu-1\)client/);
    expect(fact('Host')).toBe('worker-7 · pid 4711');
    expect(fact('Started')).toMatch(/1970-01-01 .* by its own clock/);
    expect(fact('Heartbeat')).toMatch(/^3\.2 s ago, every 10 sscan/);
    expect(fact('Client id')).toContain(ID);
    expect(fact('Token')).toContain(`${ID}:47`);
  });

  it('of a holder whose heartbeats stopped never says gone without saying paused', () => {
    show('gone', beat('present', 45_000));
    expect(verdict('GONE')).toContain('has been silent for 45 s: it is gone, or paused');
    expect(fact('Heartbeat')).toMatch(/^stopped 45 s ago, was every 10 s/);
  });

  it('of a holder that ended says so, and never that it is paused', () => {
    const text = show('gone', beat('deleted', 20_000, 15_000));
    expect(verdict('GONE')).toContain('Its process ended, last heartbeat 20 s ago');
    expect(text).not.toContain('paused');
    expect(fact('Heartbeat')).toMatch(/^ended, its record was taken away/);
  });

  it('of a holder whose record lapsed does not claim how', () => {
    show('gone', beat('lapsed', 3_700_000, 60_000));
    expect(verdict('GONE')).toContain('Its heartbeats stopped: the last one seen was 1 h ago');
    expect(fact('Heartbeat')).toMatch(/^its record is gone, last seen 1 h ago/);
  });

  it('of a holder that renews while its heartbeats stopped says both', () => {
    const renewal = { count: 2, lastAtMs: NOW - 4_000, periodMs: 10_000, lateBy: 0.4 };
    show('alive', beat('present', 45_000), WHO, 'en', { renewal });
    expect(verdict('ALIVE')).toMatch(/event.*It renewed its lease 4\.0 s ago$/);
    expect(fact('Heartbeat')).toMatch(/^stopped 45 s ago/);
  });

  it('of a holder that lives is calm: red is for who releases it', () => {
    show('alive', beat('present', 3_200));
    const block = screen.getByRole('region', { name: 'ALIVE' });
    expect(block.outerHTML).not.toMatch(/lost|risk/);
  });

  it('of a lock that is unknown now says no more than that', () => {
    show('unknown', beat('present', 3_200), WHO, 'en', { state: 'unknown' });
    expect(verdict('CANNOT BE KNOWN')).toContain('The lock itself is unknown now');
    expect(screen.queryByRole('region', { name: /ALIVE|GONE/ })).toBeNull();
  });

  it.each([
    ['never had a record', beat('absent', null), 'none: most clients write none'],
    ['may not be read', beat('denied', null), 'cannot be read: denied'],
    ['has something else for a record', beat('unreadable', null), 'cannot be read'],
    ['lost its record a moment ago', beat('deleted', 8_000), 'its record is gone, looking again'],
    ['was not read yet', null, 'not read yet'],
  ])('of a holder that %s calls it unknown', (_, heartbeat, said) => {
    show('unknown', heartbeat, {});
    expect(verdict('CANNOT BE KNOWN')).toContain('Nothing in Redis shows whether the holder lives');
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
