'use client';

import { useEffect, useRef } from 'react';

/** Calls `onNear` whenever the end of the list comes near the part in sight, and again while it stays there. */
export function MoreSentinel({ onNear }: { onNear: (() => void) | null }) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || !onNear) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: '0px 0px 900px 0px', root: element.closest('[data-scroller]') },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onNear]);
  return <span ref={ref} aria-hidden className="block h-px" />;
}
