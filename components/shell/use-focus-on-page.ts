import { usePathname } from 'next/navigation';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * The element of the page: after a way to another page that left the focus on nothing (a key, a link that is gone with its page)
 * it has the focus, so that Tab goes on from there and keys scroll it.
 */
export function useFocusOnPage(): RefObject<HTMLElement | null> {
  const page = useRef<HTMLElement>(null);
  const path = usePathname();
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body)
      page.current?.focus({ preventScroll: true });
  }, [path]);
  return page;
}
