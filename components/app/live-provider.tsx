'use client';

import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { LiveConnection } from '@/lib/api/live-connection';
import { INITIAL_LIVE, type LiveState } from '@/lib/api/live-state';
import { ServerClock } from '@/lib/api/server-clock';
import { Ticker } from './ticker';

type Live = { connection: LiveConnection; clock: ServerClock; ticker: Ticker; drawnAtMs: number };

const LiveContext = createContext<Live | null>(null);
const StandContext = createContext<number | null>(null);

/** Everything inside is shown as of a moment that is past, epoch ms: `useNow` stands still there. */
export function StandAt({ atMs, children }: { atMs: number; children: ReactNode }) {
  return <StandContext value={atMs}>{children}</StandContext>;
}

/**
 * Opens the tab's one live connection and its one clock; both end with it. `drawnAtMs` = when the server drew the page, on its
 * clock: the first picture in the browser is of that moment too. 0 = it drew none.
 */
export function LiveProvider({ drawnAtMs = 0, children }: { drawnAtMs?: number; children: ReactNode }) {
  const cache = useQueryClient();
  const [live] = useState<Live>(() => {
    const clock = new ServerClock();
    if (drawnAtMs > 0) clock.learn(drawnAtMs, arrivedAtMs());
    const connection = new LiveConnection({ cache, clock });
    return { connection, clock, ticker: new Ticker(clock, connection), drawnAtMs };
  });
  useEffect(() => {
    const { connection, ticker } = live;
    const showHidden = () => connection.setHidden(document.hidden);
    const showPhase = () => {
      const { phase, old } = connection.getState();
      document.documentElement.dataset.live = old && phase !== 'disconnected' ? 'stale' : phase;
    };
    showPhase();
    const unsubscribe = connection.subscribe(showPhase);
    document.addEventListener('visibilitychange', showHidden);
    connection.start();
    ticker.start();
    showHidden();
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', showHidden);
      ticker.stop();
      connection.stop();
    };
  }, [live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

type UseLive = LiveState & {
  /** Figures are too old to act on, or the stream is gone: acts are off. Pausing does not turn them off. */
  actsOff: boolean;
  pause(): void;
  resume(): void;
  /** Fetches everything again, once. */
  refresh(): void;
};

/** State of the live connection and its switches. */
export function useLive(): UseLive {
  const live = useContext(LiveContext);
  const state = useSyncExternalStore(
    live?.connection.subscribe ?? never,
    live?.connection.getState ?? initial,
    initial,
  );
  return {
    ...state,
    actsOff: state.old || state.phase === 'disconnected',
    pause: () => live?.connection.pause(),
    resume: () => live?.connection.resume(),
    refresh: () => live?.connection.refresh(),
  };
}

/**
 * Epoch ms on the console's clock, ticking once a second (or every `everyMs`, 100 at least) from one timer. Stands still
 * while paused, stale or disconnected: a countdown must not pretend to know. `running` ticks regardless.
 */
export function useNow(everyMs = 1_000, running = false): number {
  const live = useContext(LiveContext);
  const standsAtMs = useContext(StandContext);
  const subscribe = useTicks(live, everyMs);
  const nowMs = useSyncExternalStore(
    subscribe,
    () => live?.ticker.read(everyMs, running) ?? 0,
    () => live?.drawnAtMs ?? 0,
  );
  return running ? nowMs : (standsAtMs ?? nowMs);
}

/** Moments of `LiveState` are on the tab's monotonic clock: this is it, ticking. */
export function useMonotonicNow(everyMs = 1_000): number {
  const live = useContext(LiveContext);
  const subscribe = useTicks(live, everyMs);
  return useSyncExternalStore(
    subscribe,
    () => live?.ticker.monotonic(everyMs) ?? 0,
    () => 0,
  );
}

function useTicks(live: Live | null, everyMs: number): (listener: () => void) => () => void {
  return useCallback((listener) => live?.ticker.subscribe(listener, everyMs) ?? never(), [live, everyMs]);
}

/** When the page began to arrive, on the tab's monotonic clock. */
function arrivedAtMs(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.responseStart ?? 0;
}

function never(): () => void {
  return () => {};
}

function initial(): LiveState {
  return INITIAL_LIVE;
}
