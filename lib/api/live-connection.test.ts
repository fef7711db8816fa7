import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aLock } from '../../e2e/support/a-lock';
import type { LockDetail } from '../contract/locks';
import type { NodesAnswer } from '../contract/nodes';
import type { LiveMessage } from '../contract/stream';
import { LiveConnection, type Source } from './live-connection';
import { OLD_MS, STALE_MS } from './live-state';
import { lockQueries } from './queries';
import { ServerClock } from './server-clock';

class FakeSource implements Source {
  closed = false;
  private readonly listeners = new Map<string, ((event: MessageEvent<string>) => void)[]>();

  constructor(readonly url: string) {}

  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }

  close(): void {
    this.closed = true;
  }

  send(message: LiveMessage): void {
    this.emit(message.type, JSON.stringify(message));
  }

  emit(type: string, data = ''): void {
    for (const listener of this.listeners.get(type) ?? []) listener({ data } as MessageEvent<string>);
  }
}

let nowMs = 0;
let sources: FakeSource[] = [];
let cache: QueryClient;
let fetches: number;
let connection: LiveConnection;
let stopObserving: () => void;
let poll: () => Promise<NodesAnswer>;

const hello = (version: number, startedAtMs = 1): LiveMessage => ({
  type: 'hello',
  version,
  nowMs: 1,
  startedAtMs,
});
const status = (version: number): LiveMessage => ({
  type: 'status',
  version,
  nowMs: 1,
  nodes: [],
  tallies: {},
});
const last = () => sources.at(-1) as FakeSource;

/** Lets time pass as the timer does. */
function pass(ms: number): void {
  for (const end = nowMs + ms; nowMs < end; ) {
    nowMs += 250;
    vi.advanceTimersByTime(250);
  }
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  nowMs = 0;
  sources = [];
  fetches = 0;
  cache = new QueryClient();
  poll = async () => ({ nodes: [], tallies: {}, version: 1, startedAtMs: 1, nowMs: 1 });
  connection = aConnection();
  connection.start();
  stopObserving = new QueryObserver(cache, {
    queryKey: ['audit', 1],
    queryFn: async () => ++fetches,
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => {});
  await settled();
  fetches = 0;
});

function aConnection(): LiveConnection {
  return new LiveConnection({
    cache,
    clock: new ServerClock(() => nowMs),
    monotonicMs: () => nowMs,
    poll: () => poll(),
    openSource: (url) => {
      const source = new FakeSource(url);
      sources.push(source);
      return source;
    },
  });
}

afterEach(() => {
  connection.stop();
  stopObserving();
  cache.clear();
  vi.useRealTimers();
});

const settled = () => vi.waitFor(() => expect(cache.isFetching()).toBe(0));

describe('the live connection', () => {
  it('asks again for what came with the page when the stream opens', async () => {
    connection.stop();
    connection = aConnection(); // the cache has answers by now
    connection.start();
    last().send(hello(5));
    pass(1_500);
    await vi.waitFor(() => expect(fetches).toBe(1));
    last().send(status(6));
    pass(1_500);
    await settled();
    expect(fetches, 'once').toBe(1);
  });

  it('says disconnected when a server accepts and never answers, and opens anew after a while', () => {
    connection.start();
    const first = last();
    pass(STALE_MS + 250);
    expect(connection.getState().phase).toBe('disconnected');
    pass(5 * OLD_MS);
    expect(first.closed).toBe(true);
    expect(last()).not.toBe(first);
    last().send(hello(1));
    expect(connection.getState().phase).toBe('live');
  });

  it('makes every lock unknown once it was silent for long, and fetches them again when it is back', async () => {
    const key = lockQueries.detail('test.0.a').queryKey;
    cache.setQueryData(key, { lock: aLock({ state: 'held' }) } as LockDetail);
    last().send(hello(1));
    pass(OLD_MS - 250);
    expect(cache.getQueryData(key)?.lock.state).toBe('held');
    pass(1_000);
    expect(cache.getQueryData(key)?.lock).toMatchObject({ state: 'unknown', reason: { code: 'unread' } });
    // The stream never broke and misses no message: what is cached is no better for that.
    last().send(status(2));
    pass(2_000);
    await settled();
    expect(fetches).toBeGreaterThan(0);
  });

  it('is live from the first message and falls silent in steps', () => {
    expect(connection.getState().phase).toBe('connecting');
    last().send(hello(10));
    expect(connection.getState()).toMatchObject({ phase: 'live', old: false });
    pass(STALE_MS + 250);
    expect(connection.getState()).toMatchObject({ phase: 'stale', old: false });
    pass(OLD_MS - STALE_MS);
    expect(connection.getState()).toMatchObject({ phase: 'stale', old: true });
    last().send(status(11));
    expect(connection.getState()).toMatchObject({ phase: 'live', old: false });
  });

  it('fetches everything again after a gap in versions, and nothing without one', async () => {
    last().send(hello(10));
    last().send(status(11));
    pass(250);
    await settled();
    expect(fetches).toBe(0);
    last().send(status(13));
    pass(250);
    await settled();
    expect(fetches).toBe(1);
  });

  it('fetches everything again when the server has restarted', async () => {
    last().send(hello(10, 1));
    last().emit('error');
    pass(1_000);
    last().send(hello(10, 2));
    pass(1_000);
    await settled();
    expect(fetches).toBe(1);
  });

  it('opens again after a failure, from the last message it has, and says disconnected meanwhile', () => {
    poll = () => Promise.reject(new Error('refused'));
    last().send(hello(10));
    last().send(status(11));
    last().emit('error');
    expect(last().closed).toBe(true);
    pass(500);
    expect(last().url).toBe('/api/events?lastEventId=11');
    for (let i = 0; i < 8; i++) {
      last().emit('error');
      pass(500);
    }
    expect(connection.getState().phase).toBe('disconnected');
    pass(3_000);
    last().send(hello(11));
    expect(connection.getState().phase).toBe('live');
  });

  it('polls where the stream cannot get through', async () => {
    for (let i = 0; i < 12; i++) {
      last().emit('error');
      pass(3_000);
      await Promise.resolve();
    }
    await vi.waitFor(() => expect(connection.getState()).toMatchObject({ phase: 'live', mode: 'polling' }));
  });

  it('stands still while paused and catches up once', async () => {
    last().send(hello(10));
    connection.pause();
    expect(last().closed).toBe(true);
    const opened = sources.length;
    pass(60_000);
    expect(sources).toHaveLength(opened);
    expect(connection.getState()).toMatchObject({ phase: 'paused', old: false });
    expect(fetches).toBe(0);
    connection.resume();
    await settled();
    expect(fetches).toBe(1);
    expect(sources).toHaveLength(opened + 1);
  });

  it('suspends in a hidden tab and catches up once on return', async () => {
    last().send(hello(10));
    connection.setHidden(true);
    expect(last().closed).toBe(true);
    pass(60_000);
    expect(sources).toHaveLength(1);
    connection.setHidden(false);
    await settled();
    expect(fetches).toBe(1);
    expect(connection.getState().phase).toBe('connecting');
    last().send(hello(12));
    expect(connection.getState().phase).toBe('live');
  });

  it('closes what it opened', () => {
    connection.stop();
    expect(last().closed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('distrusts a message that is cut off', () => {
    last().send(hello(10));
    last().emit('patch', '{"type":"pat');
    expect(last().closed).toBe(true);
  });
});
