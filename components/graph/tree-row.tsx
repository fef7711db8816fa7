'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '@/components/ui/cx';

/** Levels that are indented; what lies deeper stands below the last of them. */
const MAX_DEPTH = 12;

type Props = {
  depth: number;
  /** Null = there is nothing to open. */
  toggle: { isOpen: boolean; label: string; controls: string; onToggle(): void } | null;
  children: ReactNode;
  waiting: ReactNode;
  since: ReactNode;
  known?: ReactNode;
  act?: ReactNode;
  /** What the page was opened for: marked, and brought into sight once. */
  isFocus?: boolean | undefined;
};

/** One line of the tree: what it is, then its figures in columns; on narrow screens under it. */
export function TreeRow({ depth, toggle, children, waiting, since, known, act, isFocus }: Props) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocus) row.current?.scrollIntoView({ block: 'center' });
  }, [isFocus]);
  const level = Math.min(depth, MAX_DEPTH);
  return (
    <div
      ref={row}
      data-row
      aria-current={isFocus ? 'true' : undefined}
      style={{ paddingInlineStart: `calc(8px + ${level} * var(--indent))` }}
      className={cx(
        'relative flex min-h-row flex-wrap items-center gap-x-2 border-line border-b py-0.5 pe-3 [--indent:12px] lg:flex-nowrap lg:pe-4 lg:[--indent:24px]',
        isFocus ? 'bg-selected shadow-[inset_2px_0_var(--info-mark)]' : 'hover:bg-hover',
      )}
    >
      {GUIDES.slice(0, level).map((at) => (
        <span
          key={at}
          aria-hidden
          style={{ insetInlineStart: `calc(19.5px + ${at} * var(--indent))` }}
          className="absolute inset-y-0 w-px bg-line max-lg:hidden"
        />
      ))}
      <div className="flex min-w-0 items-center gap-2 max-lg:basis-full lg:flex-1">
        {toggle ? <Toggle {...toggle} /> : <span aria-hidden className="w-6 shrink-0" />}
        {children}
      </div>
      <div className="num flex items-center gap-x-3 text-sm empty:hidden max-lg:ps-8 max-lg:pb-1 lg:gap-x-2 lg:text-base">
        <Cell className="lg:w-28 lg:text-end">{waiting}</Cell>
        <Cell className="lg:w-24 lg:text-end">{since}</Cell>
        <Cell className="lg:flex lg:w-48 lg:justify-end">{known}</Cell>
        <Cell className="lg:flex lg:w-26 lg:justify-end">{act}</Cell>
      </div>
    </div>
  );
}

const GUIDES = Array.from({ length: MAX_DEPTH }, (_, at) => at);

function Cell({ className, children }: { className: string; children: ReactNode }) {
  return <div className={cx('shrink-0 max-lg:empty:hidden', className)}>{children}</div>;
}

function Toggle({ isOpen, label, controls, onToggle }: NonNullable<Props['toggle']>) {
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      aria-label={label}
      onClick={onToggle}
      className="flex size-6 shrink-0 items-center justify-center rounded-sm text-3 hover:bg-sunken hover:text-1"
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}
