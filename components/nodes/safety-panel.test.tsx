import { render, screen } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { describe, expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { NodeHealth } from '@/lib/contract/node-health';
import type { NodeStatus } from '@/lib/contract/nodes';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { SafetyPanel } from './safety-panel';

const HEALTH: NodeHealth = {
  atMs: 2_000,
  memory: { usedBytes: 12_000_000, maxBytes: 100_000_000, policy: 'volatile-lru' },
  persistence: { appendOnly: true, fsync: 'everysec', snapshots: false },
  replication: {
    role: 'primary',
    replicas: [
      { address: 'r:1', state: 'online', behindBytes: 0, behindMs: 0 },
      { address: 'r:2', state: 'gone', behindBytes: null, behindMs: 0 },
    ],
    minReplicas: 0,
    follows: null,
  },
  clock: { skewMs: -620, errorMs: 2, sinceMs: 0 },
  unread: [],
};

function show(change: Partial<NodeStatus>, locale: Locale = 'en'): string {
  const node = {
    target: 't',
    node: 'redis:6379',
    db: 0,
    state: 'live',
    findings: [],
    health: HEALTH,
    ...change,
  };
  const { container } = render(
    <I18nProvider locale={locale} messages={messagesFor(locale)}>
      <NuqsTestingAdapter>
        <SafetyPanel nodes={[node as unknown as NodeStatus]} nowMs={5_000} />
      </NuqsTestingAdapter>
    </I18nProvider>,
  );
  return (container.textContent ?? '').replaceAll('\u00a0', ' ');
}

describe('the safety of a node', () => {
  it('is told figure by figure, and that nothing was found', () => {
    const text = show({});
    expect(text).toContain(
      'primary1 of 2 late620 ms behind ± 2 ms12.0 MB of 100.0 MBvolatile-lrufile, everysec',
    );
    expect(text).toContain('No rule has found anything on this node');
  });

  it('shows a finding with its evidence and the command that cures it', () => {
    const text = show({
      findings: [
        {
          code: 'evictable-locks',
          severity: 'at-risk',
          sinceMs: 0,
          evidence: [
            {
              code: 'evicts',
              values: { policy: 'volatile-lru', maxBytes: 100_000_000, count: 2 },
              tone: 'at-risk',
              known: null,
            },
          ],
          command: 'CONFIG SET maxmemory-policy noeviction',
        },
      ],
    });
    expect(text).toMatch(
      /At risk: .*redis:6379 may evict locks.*At 100\.0 MB it evicts keys by volatile-lru: 2 locks may go/,
    );
    expect(text).toContain('CONFIG SET maxmemory-policy noeviction');
    expect(screen.getByRole('button', { name: 'Copy the command' })).toBeTruthy();
    expect(text).not.toContain('No rule has found anything');
  });

  it('says what cannot be known instead of guessing', () => {
    const memory = { usedBytes: null, maxBytes: null, policy: null };
    const text = show({ health: { ...HEALTH, memory, unread: [{ part: 'memory', why: 'NOPERM' }] } });
    expect(text).toContain('Memory and eviction policy cannot be known: NOPERM');
    expect(text).toContain('not knownnot known');
    expect(text).not.toContain('No rule has found anything');
  });

  it('claims nothing of a node that does not answer', () => {
    expect(show({ state: 'down', health: null }, 'zh')).toContain('节点没有应答，暂不可知');
  });
});
