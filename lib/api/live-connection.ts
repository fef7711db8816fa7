import type { QueryClient } from '@tanstack/react-query';
import type { NodesAnswer } from '../contract/nodes';
import { endpointPath } from '../contract/request';
import type { LiveMessage } from '../contract/stream';
import { MessageBatch } from './batch';
import { call } from './http';
import { journal } from './journal';
import { applyEvent, LIVE_KEYS } from './live';
import { INITIAL_LIVE, type LiveState, liveStateOf, OLD_MS, PERIOD_MS, sameLiveState } from './live-state';
import { outdate } from './outdate';
import { nodesQueries } from './queries';
import { Refetcher } from './refetcher';
import type { ServerClock } from './server-clock';

const STEP_MS = 250;
const POLL_MS = 5_000;
const BACKOFF_MS = [250, 500, 1_000, 2_000, 3_000];
/** Silence after which a stream is given up and opened anew: a dead connection may never report an error. */
const GIVE_UP_MS = 4 * OLD_MS;
/** Failed openings after which changes are polled; the stream is still tried. */
const TRIES_BEFORE_POLLING = 4;
const MESSAGE_TYPES = ['hello', 'patch', 'status', 'resync'] as const satisfies LiveMessage['type'][];

/** The part of EventSource that is used. */
export type Source = {
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
};

type LiveOptions = {
  cache: QueryClient;
  clock: ServerClock;
  openSource?: (url: string) => Source;
  /** One request that proves the server answers, for when the stream cannot get through. */
  poll?: (signal: AbortSignal) => Promise<NodesAnswer>;
  monotonicMs?: () => number;
};

/**
 * The one live connection of a tab. Applies messages to the cache, asks for everything again after a gap in versions or a
 * restart of the server, suspends in a hidden tab and catches up once on return. Owns its source and its timer: `stop`
 * closes both.
 */
export class LiveConnection {
  private readonly listeners = new Set<() => void>();
  private readonly refetcher: Refetcher;
  private readonly batch: MessageBatch;
  private readonly monotonicMs: () => number;
  private state: LiveState = INITIAL_LIVE;
  private source: Source | null = null;
  private timer: ReturnType<typeof setInterval> | null = null;
  private polling: AbortController | null = null;
  private version: number | null = null;
  private serverStartedAtMs: number | null = null;
  private paused = false;
  private pausedAtMs: number | null = null;
  private hidden = false;
  private failures = 0;
  private retryAtMs = 0;
  private pollAtMs = 0;
  private polledAtMs: number | null = null;
  private startedAtMs = 0;
  private openedAtMs = 0;
  private lastAtMs: number | null = null;
  /** The cache holds nothing that is known to be so. */
  private outdated = false;
  /** The page came with answers, and what changed until the stream opened is in none of them. */
  private prefetched = false;

  constructor(private readonly options: LiveOptions) {
    this.refetcher = new Refetcher(options.cache);
    this.monotonicMs = options.monotonicMs ?? (() => performance.now());
    this.batch = new MessageBatch(
      (message) => this.refetcher.ask(applyEvent(options.cache, message)),
      this.monotonicMs,
    );
  }

  getState = (): LiveState => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  start(): void {
    if (this.timer) return;
    this.startedAtMs = this.monotonicMs();
    const queries = this.options.cache.getQueryCache().getAll();
    this.prefetched = queries.some(({ state }) => state.data !== undefined);
    this.timer = setInterval(() => this.step(), STEP_MS);
    this.step();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    this.close();
  }

  /** Stops the stream, polling and every fetch that events ask for, together. */
  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.pausedAtMs = this.options.clock.now();
    this.close();
    this.update();
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    this.pausedAtMs = null;
    this.catchUp();
  }

  /** Everything again, once, also while paused. */
  refresh(): void {
    for (const queryKey of LIVE_KEYS) void this.options.cache.invalidateQueries({ queryKey });
  }

  setHidden(hidden: boolean): void {
    if (hidden === this.hidden) return;
    this.hidden = hidden;
    if (hidden) this.close();
    else if (!this.paused) this.catchUp();
  }

  /** One step of the machine; the timer calls it four times a second. */
  step(): void {
    const nowMs = this.monotonicMs();
    if (!this.paused && !this.hidden) {
      if (this.source && nowMs - Math.max(this.openedAtMs, this.lastAtMs ?? 0) > GIVE_UP_MS) this.fail();
      if (!this.source && nowMs >= this.retryAtMs) this.open();
      if (this.failures >= TRIES_BEFORE_POLLING && nowMs >= this.pollAtMs) this.pollOnce(nowMs);
      this.refetcher.run(nowMs);
    }
    this.update();
  }

  private catchUp(): void {
    this.startedAtMs = this.monotonicMs();
    this.lastAtMs = null;
    this.retryAtMs = 0;
    this.failures = 0;
    this.refresh();
    this.step();
  }

  private open(): void {
    const openSource = this.options.openSource ?? ((url: string) => new EventSource(url));
    const source = openSource(endpointPath('GET /api/events', { query: { lastEventId: this.version } }));
    this.source = source;
    this.openedAtMs = this.monotonicMs();
    for (const type of MESSAGE_TYPES) {
      source.addEventListener(type, (event) => this.source === source && this.receive(event.data));
    }
    source.addEventListener('error', () => this.source === source && this.fail());
  }

  private receive(data: string): void {
    let message: LiveMessage;
    try {
      message = JSON.parse(data);
    } catch {
      // Cut off in the middle: what follows cannot be trusted either.
      this.fail();
      return;
    }
    const returned = this.failures > 0;
    this.heard();
    this.options.clock.learn(message.nowMs);
    // What was asked for while the server was away has failed, even if no message was missed.
    const isGap = this.isGap(message) || returned || this.outdated || this.prefetched;
    this.outdated = false;
    this.prefetched = false;
    this.version = message.version;
    if (message.type === 'patch') journal.add(message);
    this.batch.add(message);
    if (isGap) this.refetcher.ask(LIVE_KEYS);
    this.update();
  }

  private isGap(message: LiveMessage): boolean {
    const known = this.version;
    if (message.type === 'hello') {
      const restarted = this.serverStartedAtMs !== null && this.serverStartedAtMs !== message.startedAtMs;
      if (restarted) journal.clear();
      this.serverStartedAtMs = message.startedAtMs;
      return restarted || (known !== null && known !== message.version);
    }
    return known !== null && message.version > known + 1;
  }

  private heard(): void {
    this.lastAtMs = this.monotonicMs();
    this.failures = 0;
  }

  private fail(): void {
    this.close();
    const delayMs = BACKOFF_MS[Math.min(this.failures, BACKOFF_MS.length - 1)] ?? 0;
    this.failures++;
    this.retryAtMs = this.monotonicMs() + delayMs;
    this.update();
  }

  private close(): void {
    this.source?.close();
    this.source = null;
    this.batch.flush();
    this.polling?.abort();
    this.polling = null;
  }

  private pollOnce(nowMs: number): void {
    this.pollAtMs = nowMs + POLL_MS;
    this.polling?.abort();
    const polling = new AbortController();
    this.polling = polling;
    const poll = this.options.poll ?? ((signal) => call('GET /api/nodes', { signal }));
    poll(polling.signal).then(
      (answer) => {
        if (polling.signal.aborted) return;
        this.polledAtMs = this.monotonicMs();
        this.lastAtMs = this.polledAtMs;
        this.options.clock.learn(answer.nowMs);
        this.options.cache.setQueryData(nodesQueries.now().queryKey, answer);
        this.outdated = false;
        this.refetcher.ask(LIVE_KEYS);
        this.update();
      },
      () => {}, // the silence itself is what the control shows
    );
  }

  private outdate(): void {
    this.outdated = true;
    outdate(this.options.cache, this.options.clock.now());
  }

  private update(): void {
    const nowMs = this.monotonicMs();
    const receivedByPoll =
      this.failures > 0 && this.polledAtMs !== null && nowMs - this.polledAtMs < POLL_MS + PERIOD_MS;
    const next = liveStateOf(
      {
        paused: this.paused,
        pausedAtMs: this.pausedAtMs,
        failed: this.failures > 0 && !receivedByPoll,
        mode: receivedByPoll ? 'polling' : 'stream',
        startedAtMs: this.startedAtMs,
        lastAtMs: this.lastAtMs,
      },
      nowMs,
    );
    if (this.hidden || sameLiveState(next, this.state)) return;
    if (next.old && !this.outdated) this.outdate();
    this.state = next;
    for (const listener of this.listeners) listener();
  }
}
