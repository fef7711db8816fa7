import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSessionStreams } from './session-streams';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const by = { session: 'a session', grants: [] };
const streams = () => createSessionStreams(() => {});
const goesOn = async () => by;

test('nothing is looked for once the last stream is left', () => {
  const { untilEnd } = streams();
  const left = new AbortController();
  expect(untilEnd(by, goesOn, left.signal).aborted).toBe(false);
  expect(vi.getTimerCount()).toBe(1);
  left.abort();
  expect(vi.getTimerCount()).toBe(0);
});

test('a stream that was left before it began leaves nothing behind', () => {
  expect(streams().untilEnd(by, goesOn, AbortSignal.abort()).aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
