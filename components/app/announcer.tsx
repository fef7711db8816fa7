'use client';

import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';

const AnnounceContext = createContext<(text: string) => void>(() => {});

/** Shortest time between two messages to a screen reader. */
const PAUSE_MS = 5_000;

/** The page's one polite live region, for findings and own acts alone. Of several texts in a pause the last is read. */
export function AnnouncerProvider({ children }: { children: ReactNode }) {
  const [text, setText] = useState('');
  const waiting = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const announce = useCallback((next: string) => {
    waiting.current = next;
    if (timer.current) return;
    const speak = () => {
      if (waiting.current === null) {
        timer.current = null;
        return;
      }
      setText(waiting.current);
      waiting.current = null;
      timer.current = setTimeout(speak, PAUSE_MS);
    };
    speak();
  }, []);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      <div role="status" aria-live="polite" className="sr-only">
        {text}
      </div>
    </AnnounceContext>
  );
}

/** Says something to people who cannot see it happen. */
export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext);
}
