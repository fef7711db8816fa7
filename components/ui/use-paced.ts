'use client';

import { useEffect, useRef, useState } from 'react';

/** `value` as it was at most `everyMs` ago: for charts, which need not follow every answer. */
export function usePaced<T>(value: T, everyMs: number): T {
  const [shown, setShown] = useState(value);
  const lastAt = useRef(0);
  useEffect(() => {
    const show = () => {
      lastAt.current = performance.now();
      setShown(value);
    };
    const dueInMs = lastAt.current === 0 ? 0 : lastAt.current + everyMs - performance.now();
    const timer = setTimeout(show, Math.max(0, dueInMs));
    return () => clearTimeout(timer);
  }, [value, everyMs]);
  return shown;
}
