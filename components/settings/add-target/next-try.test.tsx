import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveProvider } from '@/components/app/live-provider';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { messagesFor } from '@/lib/i18n/messages';
import { NextTry, pauseBefore } from './next-try';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const secondsShown = () => Number(/(\d+) s/.exec(screen.getByRole('timer').textContent ?? '')?.[1]);

function show(dueAtMs: number | null, isTrying = false) {
  const [onDue, onNow] = [vi.fn(), vi.fn()];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider locale="en" messages={messagesFor('en')}>
        <LiveProvider>
          <NextTry dueAtMs={dueAtMs} isTrying={isTrying} onDue={onDue} onNow={onNow} />
        </LiveProvider>
      </I18nProvider>
    </QueryClientProvider>,
  );
  return { onDue, onNow };
}

test('it counts down to the next try, begins it once, and by a press at once', async () => {
  const { onDue, onNow } = show(performance.now() + 8_000);
  const shown: number[] = [];
  for (let second = 0; second < 7; second++) {
    shown.push(secondsShown());
    await pass(1_000);
  }
  expect(shown[0]).toBe(8);
  expect(shown).toEqual([...shown].sort((a, b) => b - a));
  expect(new Set(shown).size).toBeGreaterThanOrEqual(6);
  fireEvent.click(screen.getByRole('button', { name: 'now' }));
  expect([onNow.mock.calls.length, onDue.mock.calls.length]).toEqual([1, 0]);
  await pass(1_100);
  expect(onDue).toHaveBeenCalledTimes(1);
  await pass(60_000);
  expect(onDue).toHaveBeenCalledTimes(1);
});

test('in a tab that nobody sees it begins when somebody looks', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { onDue } = show(performance.now() + 8_000);
  await pass(30_000);
  expect(onDue).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(onDue).toHaveBeenCalledTimes(1);
});

test('while one is under way, and when no more begins, it says that', () => {
  show(null, true);
  expect(screen.getByText('Trying again…')).toBeTruthy();
  cleanup();
  show(null);
  expect(screen.getByText('It is not tried again by itself any more.')).toBeTruthy();
});

test('pauses grow, and after about ten minutes none begins by itself', () => {
  const pauses = Array.from({ length: 40 }, (_, tries) => pauseBefore(tries));
  const begun = pauses.filter((pause) => pause !== null);
  expect(begun.every((pause, at) => pause >= (begun[at - 1] ?? 0))).toBe(true);
  expect(begun.reduce((sum, pause) => sum + pause, 0) / 60_000).toBeCloseTo(10, 0);
  expect(pauses.at(-1)).toBeNull();
});
