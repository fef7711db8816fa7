import type { ReactNode } from 'react';
import { cx } from './cx';

type Props = { label: string; className?: string; children: ReactNode };

/** A part that scrolls by itself and is therefore reachable by keyboard. */
export function ScrollRegion({ label, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll only what has focus
    <section aria-label={label} tabIndex={0} className={cx('scroll-thin outline-offset-[-2px]', className)}>
      {children}
    </section>
  );
}
