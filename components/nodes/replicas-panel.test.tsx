import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { NodeStatus } from '@/lib/contract/nodes';
import type { ReplicaStatus } from '@/lib/contract/replica';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { ReplicasPanel } from './replicas-panel';

const WELL: ReplicaStatus = {
  address: 'r:1',
  state: 'answers',
  problem: null,
  lastAnswerAtMs: 4_000,
  pingMs: 0.5,
  redisVersion: '7.2.4',
  stream: { link: 'up', behindBytes: 0, behindMs: 0, by: 'replica', atMs: 4_000 },
  locks: { present: 312, missing: 0, held: 312, atMs: 3_000 },
  unread: [],
  cost: { commandsPerSecond: 4, bytesPerSecond: 900, slowestMs: 1, budgetPerSecond: 5_000 },
};

function show(replicas: ReplicaStatus[] | null, locale: Locale = 'en'): string {
  const node = { target: 'shop', node: 'p:1', db: 0, replicas } as unknown as NodeStatus;
  const { container } = render(
    <I18nProvider locale={locale} messages={messagesFor(locale)}>
      <ReplicasPanel nodes={[node]} nowMs={5_000} />
    </I18nProvider>,
  );
  return (container.textContent ?? '').replaceAll(/\s/g, ' ');
}

describe('the replicas of a primary', () => {
  it('stand under it with link, lag, locks, version and what they cost', () => {
    const text = show([WELL]);
    expect(text).toContain('shop p:1 primaryr:1replicaAnswersfollows its primaryin step312 of 312 present');
    expect(text).toContain('7.2.40.5 ms4 of 5 000/s');
    expect(screen.getByRole('rowheader', { name: /r:1/ })).toBeTruthy();
  });

  it('say how many locks are not there, and that a sample is one', () => {
    const text = show([{ ...WELL, locks: { present: 997, missing: 3, held: 20_000, atMs: 3_000 } }]);
    expect(text).toContain('3 of 1 000 not thereof 20 000 that are held');
  });

  it('that are not reached say why and what that costs, and guess nothing', () => {
    const stream = { link: 'up', behindBytes: 4_096, behindMs: 12_000, by: 'primary', atMs: 4_000 } as const;
    const problem = 'connect ECONNREFUSED';
    const unreached = { ...WELL, state: 'unreached', problem, stream, locks: null, pingMs: null } as const;
    const text = show([unreached]);
    expect(text).toContain(
      'Not reachedconnect ECONNREFUSEDWaiters that subscribed there are not countedfollows its primaryas its primary says4.1 kB, 12.0 snot known',
    );
    expect(text).not.toMatch(/\d present/);
  });

  it('that refuse something say what, in Redis’ words', () => {
    const unread = [{ part: 'locks', why: 'NOPERM exists' } as const];
    expect(show([{ ...WELL, locks: null, unread }])).toContain(
      'Which locks it has cannot be known: NOPERM exists',
    );
    expect(show([{ ...WELL, locks: null, unread }], 'zh')).toContain('有哪些锁无从得知：NOPERM exists');
  });

  it('are not spoken of where there are none, or which there are is not known', () => {
    expect(show([])).toBe('');
    expect(show(null)).toBe('');
  });
});
