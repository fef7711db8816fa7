import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { displayOf } from '@/lib/domain/keys/bytes';
import { messagesFor } from '@/lib/i18n/messages';
import { QueueList } from './queue-list';

const NOW = 1_000_000;
const place = (name: string, deadlineMs: number | null) => ({
  token: displayOf(name),
  deadlineMs,
  ghost: deadlineMs !== null && deadlineMs <= NOW,
});

function show(places: ReturnType<typeof place>[]): string[] {
  render(
    <I18nProvider locale="en" messages={messagesFor('en')}>
      <ul>
        <QueueList places={places} nowMs={NOW} />
      </ul>
    </I18nProvider>,
  );
  const list = screen.queryByRole('list', { name: 'Queue, the next first' });
  return [...(list?.children ?? [])].map((item) => (item.textContent ?? '').replace(/[\u00a0\u202f]/g, ' '));
}

it('lists who waits in their order, with how long each keeps its place', () => {
  expect(show([place('a:1', NOW - 5_000), place('b:2', NOW + 90_000), place('c:3', null)])).toEqual([
    '1a:1ghost for 5.0 s',
    '2b:2keeps its place for 1 m 30 s',
    '3c:3keeps its place for good',
  ]);
});

it('shows the first of many and says how many more there are', () => {
  expect(show(Array.from({ length: 12 }, (_, i) => place(`w:${i}`, null)))).toHaveLength(8);
  expect(screen.getByText('and 4 more')).toBeTruthy();
});

it('shows nothing of a queue that is empty', () => {
  expect(show([])).toEqual([]);
});
