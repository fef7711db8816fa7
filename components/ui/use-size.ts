'use client';

import { type RefCallback, useCallback, useState } from 'react';

export type Size = { width: number; height: number };

/** Size of an element in CSS pixels, known before it is first painted. Give `ref` to the element, which has no padding. */
export function useSize(): [RefCallback<Element>, Size | null] {
  const [size, setSize] = useState<Size | null>(null);
  const ref = useCallback((element: Element | null) => {
    if (!element) return;
    const take = ({ width, height }: Size) =>
      setSize((old) =>
        old && Math.abs(old.width - width) < 1 && Math.abs(old.height - height) < 1 ? old : { width, height },
      );
    take({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(([entry]) => {
      if (entry) take(entry.contentRect);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
