import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/**
 * A link to another page of the console. Nothing is fetched before it is clicked: a table of locks has hundreds of links,
 * and each page is as small as its address.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return <NextLink {...props} prefetch={false} />;
}
