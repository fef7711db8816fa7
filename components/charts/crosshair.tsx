'use client';

import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';

export type Crosshair = {
  /** The moment that every chart shows a line at; null = none. */
  atMs: number | null;
  /** The chart that the pointer or the keys are in; it alone tells the figures. */
  owner: string | null;
  /** What is being drawn over, from where to where; null = nothing. */
  brush: { fromMs: number; toMs: number } | null;
  /** A moment that was chosen, and where its menu stands. */
  chosen: {
    atMs: number;
    untilMs: number;
    anchor: { x: number; y: number };
    from: HTMLElement | null;
  } | null;
};

const NOTHING: Crosshair = { atMs: null, owner: null, brush: null, chosen: null };

/** One moment for all charts of a page; what listens is drawn again, and nothing else. */
class CrosshairStore {
  private state: Crosshair = NOTHING;
  private readonly listeners = new Set<() => void>();

  readonly get = (): Crosshair => this.state;

  readonly set = (change: Partial<Crosshair>): void => {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

const StoreContext = createContext<CrosshairStore>(new CrosshairStore());

export function CrosshairProvider({ children }: { children: ReactNode }) {
  const [store] = useState(() => new CrosshairStore());
  return <StoreContext value={store}>{children}</StoreContext>;
}

export function useCrosshairStore(): CrosshairStore {
  return useContext(StoreContext);
}

/** As `useCrosshair` for the chart that is pointed at; the others get the same nothing and are not drawn again. */
export function useOwnCrosshair(id: string): Crosshair {
  const store = useCrosshairStore();
  const get = () => (store.get().owner === id ? store.get() : NOTHING);
  return useSyncExternalStore(store.subscribe, get, () => NOTHING);
}

export function useCrosshair(): Crosshair {
  const store = useCrosshairStore();
  return useSyncExternalStore(store.subscribe, store.get, () => NOTHING);
}
