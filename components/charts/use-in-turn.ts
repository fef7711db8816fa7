'use client';

import { useEffect, useState } from 'react';

/** `value`, but each new one only after `delayMs`. The first is there at once. */
export function useInTurn<T>(value: T, delayMs: number): T {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setShown(value), Math.max(0, delayMs));
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return shown;
}
