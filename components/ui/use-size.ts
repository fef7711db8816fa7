'use client';

import { type RefCallback, useCallback, useState } from 'react';

export type Size = { width: number; height: number };

/** Size of an element in CSS pixels, null until it was measured. Give `ref` to the element. */
export function useSize(): [RefCallback<Element>, Size | null] {
  const [size, setSize] = useState<Size | null>(null);
  const ref = useCallback((element: Element | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      setSize((old) =>
        old && Math.abs(old.width - width) < 1 && Math.abs(old.height - height) < 1 ? old : { width, height },
      );
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
