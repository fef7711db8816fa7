'use client';

import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { DRAWN_BY, STORED_COOKIE, type Stored } from './stored-cookie';

const listeners = new Map<string, Set<() => void>>();
/** For browsers that refuse storage: the choice lasts as long as the tab. */
const memory = new Map<string, string>();

/** What the browser had kept when the server drew the page: the first picture in the browser is of the same. */
export const StoredContext = createContext<Stored>({});

/** A choice kept in this browser, the same in every component. The server knows those that came with the request. */
export function useStored(name: string, fallback: string): [string, (value: string) => void] {
  const drawn = useContext(StoredContext)[name] ?? fallback;
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
    () => drawn,
  );
  const set = useCallback(
    (next: string) => {
      write(name, next);
      sendStored();
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

export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Has the next request say what the server draws by. */
export function sendStored(): void {
  const kept = DRAWN_BY.flatMap((name) => {
    const value = read(name);
    return value === null ? [] : [[name, value]];
  });
  const text = new URLSearchParams([...kept, ['zone', ownZone()]]).toString();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
  document.cookie = `${STORED_COOKIE}=${encodeURIComponent(text)}; path=/; max-age=31536000; samesite=lax`;
}
