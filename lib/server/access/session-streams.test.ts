import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSessionStreams } from './session-streams';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const streams = () =>
  createSessionStreams(
    async () => true,
    () => {},
  );

test('nothing is looked for once the last stream is left', () => {
  const { untilEnd } = streams();
  const left = new AbortController();
  expect(untilEnd('a session', left.signal).aborted).toBe(false);
  expect(vi.getTimerCount()).toBe(1);
  left.abort();
  expect(vi.getTimerCount()).toBe(0);
});

test('a stream that was left before it began leaves nothing behind', () => {
  expect(streams().untilEnd('a session', AbortSignal.abort()).aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
