import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { votesOf } from '@/e2e/support/a-vote';
import type { Evidence } from '@/lib/contract/finding';
import type { Vote } from '@/lib/contract/lock';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { EvidenceText } from './evidence-text';
import { voteLeaseOf } from './lease-view';
import { Votes } from './votes';

function show(content: React.ReactNode, locale: Locale = 'en'): HTMLElement {
  const { container } = render(
    <I18nProvider locale={locale} messages={messagesFor(locale)}>
      {content}
    </I18nProvider>,
  );
  return container;
}

const blocksOf = (container: HTMLElement) =>
  [...container.querySelectorAll('[data-vote]')].map((block) => block.getAttribute('data-vote'));
const textOf = ({ textContent }: HTMLElement) => (textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');

describe('the votes of a lock', () => {
  it('are one block a node in the order of the group, and how many have it', () => {
    const container = show(<Votes votes={votesOf(['yes', 'yes', 'yes', 'no', 'unread'])} />);
    expect(blocksOf(container)).toEqual(['yes', 'yes', 'yes', 'no', 'unread']);
    expect(textOf(container)).toContain('3/5');
    expect(container.querySelector('[data-vote=unread]')?.className).toContain('border-dashed');
    expect(container.querySelector('[data-vote=no]')?.className).not.toContain('bg-');
  });

  it('mark another holder in red', () => {
    const container = show(<Votes votes={votesOf(['yes', 'other', 'no'])} />);
    expect(container.querySelector('[data-vote=other]')?.className).toContain('bg-lost-mark');
    expect(container.querySelectorAll('.bg-lost-mark')).toHaveLength(1);
  });

  it.each<[Vote['vote'][], string]>([
    [
      ['yes', 'yes', 'yes', 'other', 'unread'],
      '3 of 5 nodes have it, 1 has another holder, 1 does not answer',
    ],
    [['yes', 'yes', 'yes'], '3 of 3 nodes have it'],
    [['yes', 'no', 'no'], '1 of 3 nodes has it, 2 have none'],
    [['unread', 'unread', 'unread'], '0 of 3 nodes have it, 3 do not answer'],
  ])('%j are said in words', (says, words) => {
    show(<Votes votes={votesOf(says)} />);
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('have a title that names every node', () => {
    const container = show(<Votes votes={votesOf(['yes', 'other', 'unread'])} />);
    expect(container.querySelector('[title]')?.getAttribute('title')).toBe(
      'n1: has it\nn2: another holder\nn3: does not answer',
    );
  });
});

describe('the lease on one node', () => {
  const [yes, no, unread] = votesOf(['yes', 'no', 'unread']) as [Vote, Vote, Vote];
  const lease = (vote: Vote, nowMs: number) => voteLeaseOf({ leaseMs: 10_000 }, vote, nowMs);

  it('runs down from when the node was read', () => {
    expect(lease(yes, 1_002_000)).toMatchObject({ is: 'counting', leftMs: 6_000, share: 0.6 });
    expect(lease(yes, 1_008_000)).toEqual({ is: 'due' });
  });

  it('is absent where nobody has it, and unread where the node does not answer', () => {
    expect(lease(no, 1_000_000)).toEqual({ is: 'absent' });
    expect(lease({ ...unread, ttlMs: 5_000 }, 1_000_000)).toEqual({ is: 'unread' });
    expect(lease({ ...yes, ttlMs: 'none' }, 1_000_000)).toEqual({ is: 'never' });
  });
});

describe.each<Locale>(['en', 'zh'])('evidence about votes, %s,', (locale) => {
  const line = (code: Evidence['code'], values: Evidence['values']): string =>
    textOf(show(<EvidenceText evidence={{ code, values, tone: 'neutral', known: null }} />, locale));

  it('has its figures', () => {
    const votes = line('votes', { yes: 2, other: 1, no: 0, unread: 2, of: 5, quorum: 3 });
    for (const figure of ['2', '1', '5', '3']) expect(votes).toContain(figure);
    expect(line('not-on-nodes', { nodes: 'n4, n5', count: 2 })).toContain('n4, n5');
    expect(line('validity-left', { ms: 5_800 })).toMatch(/5\.8 (s|秒)/);
  });

  it('says nothing of what there is none of', () => {
    const none = { other: 0, no: 0, unread: 0 };
    expect(line('votes', { yes: 5, ...none, of: 5, quorum: 3 })).not.toMatch(/[;；]/);
  });
});
