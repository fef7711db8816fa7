import { afterEach, describe, expect, test, vi } from 'vitest';
import { aLock } from '../../../e2e/support/a-lock';
import type { LiveMessage } from '../../contract/stream';
import type { StreamMessage } from './event-stream';
import { createLiveBus, type LiveBus } from './live-bus';

const STARTED = 5_000;
const patch = { changed: [aLock()], removed: [], events: [] };
afterEach(() => void vi.useRealTimers());

function bus(ringSize?: number): LiveBus {
  return createLiveBus({
    startedAtMs: STARTED,
    now: () => 1,
    status: () => ({ nodes: [], tallies: {} }),
    ...(ringSize !== undefined && { ringSize }),
  });
}

function client(live: LiveBus, lastEventId: string | null = null) {
  const seen: LiveMessage[] = [];
  let ended = false;
  const send = (message: StreamMessage) => {
    const parsed = JSON.parse(message.data) as LiveMessage;
    expect(message).toMatchObject({ id: parsed.version, event: parsed.type });
    seen.push(parsed);
  };
  const leave = live.subscribe({ send, end: () => (ended = true) }, lastEventId);
  return {
    seen,
    leave,
    ended: () => ended,
    versions: () => seen.map(({ type, version }) => [type, version]),
  };
}

describe('the live stream', () => {
  test('begins with hello and counts every message up by one from there', () => {
    const live = bus();
    const one = client(live);
    live.publishPatch(patch);
    live.publishPatch(patch);
    expect(one.versions()).toEqual([
      ['hello', STARTED],
      ['patch', STARTED + 1],
      ['patch', STARTED + 2],
    ]);
    expect(live.version()).toBe(STARTED + 2);
    one.leave();
  });

  test('goes on where a client left off, without a gap', () => {
    const live = bus();
    for (let i = 0; i < 5; i++) live.publishPatch(patch);
    const back = client(live, String(STARTED + 2));
    live.publishPatch(patch);
    expect(back.seen.map(({ version }) => version - STARTED)).toEqual([2, 3, 4, 5, 6]);
    expect(back.seen[0]?.type).toBe('hello');
    back.leave();
  });

  test('says nothing more than hello to a client that missed nothing', () => {
    const live = bus();
    live.publishPatch(patch);
    const back = client(live, String(STARTED + 1));
    expect(back.versions()).toEqual([['hello', STARTED + 1]]);
    back.leave();
  });

  test.each([
    ['too long ago', String(STARTED + 1)],
    ['of an earlier process', String(STARTED - 900)],
    ['of a later process', String(STARTED + 900)],
    ['of nobody', 'x'],
  ])('makes a client fetch again whose last message is %s', (_, lastEventId) => {
    const live = bus(3);
    for (let i = 0; i < 6; i++) live.publishPatch(patch);
    const back = client(live, lastEventId);
    expect(back.versions()).toEqual([
      ['hello', STARTED + 6],
      ['resync', STARTED + 6],
    ]);
    back.leave();
  });

  test('asks to fetch again instead of sending a thousand locks to everybody', () => {
    const live = bus();
    const one = client(live);
    live.publishPatch({ ...patch, changed: Array.from({ length: 1_001 }, () => aLock()) });
    live.publishPatch(patch);
    expect(one.versions().slice(1)).toEqual([
      ['resync', STARTED + 1],
      ['patch', STARTED + 2],
    ]);
    one.leave();
  });

  test('tells the status every second, while somebody listens and no longer', () => {
    vi.useFakeTimers();
    const live = bus();
    vi.advanceTimersByTime(5_000);
    expect(live.version()).toBe(STARTED);
    const one = client(live);
    const two = client(live);
    vi.advanceTimersByTime(2_000);
    one.leave();
    vi.advanceTimersByTime(1_000);
    two.leave();
    vi.advanceTimersByTime(5_000);
    expect(two.versions().slice(1)).toEqual([1, 2, 3].map((n) => ['status', STARTED + n]));
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends for everybody when it is closed, and at once for who comes later', () => {
    const live = bus();
    const one = client(live);
    live.close();
    expect(one.ended()).toBe(true);
    expect(client(live).ended()).toBe(true);
  });
});
