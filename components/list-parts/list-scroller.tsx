import type { ReactNode, Ref } from 'react';

type Props = { label: string; busy: boolean; children: ReactNode; ref: Ref<HTMLElement> };

/** The part of a page of rows that scrolls, with the keyboard too. */
export function ListScroller({ label, busy, children, ref }: Props) {
  return (
    <section
      ref={ref}
      data-scroller
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll only what has focus
      tabIndex={0}
      aria-label={label}
      aria-busy={busy}
      className="scroll-thin relative min-h-0 flex-1 overflow-auto bg-surface outline-offset-[-2px]"
    >
      {children}
    </section>
  );
}
