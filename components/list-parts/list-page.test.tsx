import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { messagesFor } from '@/lib/i18n/messages';
import { useFilterProblem } from './filter-problem';
import { ListPage } from './list-page';

function Heading() {
  return useFilterProblem() ? null : <p>showing 3 of 3</p>;
}

const QUERY = { error: null, dataUpdatedAt: 1, isFetching: false, isPlaceholderData: false };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('a filter that cannot be read says so in line and shows no rows of the one before', () => {
  const asked: string[] = [];
  render(
    <I18nProvider locale="en" messages={messagesFor('en')}>
      <ListPage
        heading={<Heading />}
        q=""
        onQ={(q) => asked.push(q)}
        query={QUERY}
        label="Locks"
        scroller={null}
      >
        <p>the rows</p>
      </ListPage>
    </I18nProvider>,
  );
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'state:bogus' } });
  act(() => void vi.advanceTimersByTime(1_000));
  const problem = screen.getByRole('alert');
  expect(problem.textContent).toContain('state:bogus');
  expect(field.getAttribute('aria-describedby')).toBe(problem.id);
  expect(screen.queryByText('the rows')).toBeNull();
  expect(screen.queryByText('showing 3 of 3')).toBeNull();
  expect(screen.getByText('This filter cannot be read')).toBeTruthy();
  expect(asked).toEqual([]);
  fireEvent.change(field, { target: { value: 'state:held' } });
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('the rows')).toBeTruthy();
});
