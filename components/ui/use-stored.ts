'use client';

import { useCallback, useSyncExternalStore } from 'react';

const listeners = new Map<string, Set<() => void>>();
/** For browsers that refuse storage: the choice lasts as long as the tab. */
const memory = new Map<string, string>();

/** A choice kept in this browser, the same in every component. The server and the first paint see `fallback`. */
export function useStored(name: string, fallback: string): [string, (value: string) => void] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const own = listeners.get(name) ?? new Set();
      listeners.set(name, own.add(listener));
      window.addEventListener('storage', listener);
      return () => {
        own.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
    [name],
  );
  const value = useSyncExternalStore(
    subscribe,
    () => read(name) ?? fallback,
    () => fallback,
  );
  const set = useCallback(
    (next: string) => {
      write(name, next);
      for (const listener of listeners.get(name) ?? []) listener();
    },
    [name],
  );
  return [value, set];
}

function read(name: string): string | null {
  try {
    return memory.get(name) ?? localStorage.getItem(name);
  } catch {
    return memory.get(name) ?? null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
    memory.delete(name);
  } catch {
    memory.set(name, value);
  }
}
