import { cleanup, render, screen } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { WorstTable } from '@/components/overview/worst-table';
import { aLock } from '@/e2e/support/a-lock';
import { votesOf } from '@/e2e/support/a-vote';
import { messagesFor } from '@/lib/i18n/messages';
import { COLUMNS, type ColumnId } from '../list-parts/columns';
import { Item } from './narrow-list';

const short = aLock({
  state: 'at-risk',
  reason: { code: 'votes', values: { yes: 2, of: 5, quorum: 3 } },
  votes: votesOf(['yes', 'yes', 'no', 'no', 'no']),
});
const CELLS = Object.fromEntries(COLUMNS.map(({ id, cell }) => [id, cell])) as Record<
  ColumnId,
  (typeof COLUMNS)[number]['cell']
>;
const WORDS = '2 of 5 nodes have it, 3 have none';

function show(content: React.ReactNode): string {
  const { container } = render(
    <NuqsTestingAdapter>
      <I18nProvider locale="en" messages={messagesFor('en')}>
        {content}
      </I18nProvider>
    </NuqsTestingAdapter>,
  );
  return container.textContent ?? '';
}

it('a wide row has the votes where others have their node, and says why in a few words', () => {
  expect(show(<CELLS.node lock={short} left={false} />)).toContain('2/5');
  expect(screen.getByText(WORDS)).toBeTruthy();
  expect(show(<CELLS.verdict lock={short} left={false} />)).toBe('At risk2 of 5 votes');
  expect(show(<CELLS.node lock={aLock()} left={false} />)).toBe('test');
});

it('a narrow row has both', () => {
  const text = show(<Item lock={short} left={false} />);
  expect(text).toContain('2 of 5 votes');
  expect(screen.getByText(WORDS)).toBeTruthy();
  cleanup();
  expect(show(<Item lock={aLock()} left={false} />)).not.toMatch(/votes|nodes have it/);
});

it('split votes are named, and an unknown one says that votes are why', () => {
  const split = aLock({ ...short, reason: { code: 'split', values: { yes: 2, other: 2, of: 5 } } });
  expect(show(<CELLS.verdict lock={split} left={false} />)).toBe('At riskvotes are split');
  expect(show(<CELLS.verdict lock={{ ...short, state: 'unknown' }} left={false} />)).toContain(
    '2 of 5 votes',
  );
});

it('the worst locks of the overview say it, wide and narrow', () => {
  const worst = [{ lock: short, waiting: [null] }];
  show(<WorstTable worst={worst} />);
  expect(screen.getByRole('table').textContent).toContain('2 of 5 votes');
  expect(screen.getByRole('list').textContent).toContain('2 of 5 votes');
});
