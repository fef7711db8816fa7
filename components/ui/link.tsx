'use client';

import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react';

/** Goes to another page of the console without a new document; null = links are those of the browser. */
export const GoContext = createContext<((href: string) => void) | null>(null);

/**
 * A link to another page of the console. Nothing is fetched before it is clicked: a table of locks has hundreds of links,
 * and each page is as small as its address. That of Next can do more, and is 2 kB of every first load.
 */
export function Link({ href, onClick, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { href: string }) {
  const go = useContext(GoContext);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!go || event.defaultPrevented || isForBrowser(event)) return;
        event.preventDefault();
        go(href);
      }}
    />
  );
}

/** A new tab, a new window, a file: the browser's own. */
function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event;
  const target = currentTarget.getAttribute('target') ?? '_self';
  return (
    metaKey || ctrlKey || shiftKey || altKey || target !== '_self' || currentTarget.hasAttribute('download')
  );
}
