'use client';

import { type RefCallback, useCallback } from 'react';

/** One ref for all that a frame needs, which keeps the browser from scrolling what is moved by other means. */
export function usePictureFocus(
  listen: RefCallback<HTMLElement>,
  measure: RefCallback<Element>,
): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const closers = [listen(element), measure(element)];
      const stay = () => element.scrollTo(0, 0);
      element.addEventListener('scroll', stay);
      return () => {
        element.removeEventListener('scroll', stay);
        for (const close of closers) close?.();
      };
    },
    [listen, measure],
  );
}
