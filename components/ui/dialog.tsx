'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx';

const WIDTHS = {
  sm: 'max-w-[480px]',
  column: 'max-w-[600px]',
  md: 'max-w-[720px]',
  lg: 'max-w-[840px]',
  xl: 'max-w-[1360px]',
} as const;

type DialogProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: ReactNode;
  /** Bound to the dialog as its description; `srOnly` hides it from the screen. */
  description: ReactNode;
  descriptionHidden?: boolean;
  /** Before the title: a badge or an icon. */
  mark?: ReactNode;
  /** At the right edge of the header. */
  right?: ReactNode;
  /** Buttons at the right of the footer; `footerHint` at its left. */
  footer?: ReactNode;
  footerHint?: ReactNode;
  size?: keyof typeof WIDTHS;
  /** What has focus first; give the ref of Cancel for anything that writes. */
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus'];
  finalFocus?: ComponentProps<typeof Base.Popup>['finalFocus'];
  /** A press outside does nothing (default: it closes). Escape always closes. */
  keepOnOutsidePress?: boolean;
  alert?: boolean;
  className?: string;
  children: ReactNode;
};

/** A modal dialog: focus goes in, stays in and returns; title and description are bound; the body scrolls. */
export function Dialog(props: DialogProps) {
  const { title, description, mark, right, footer, footerHint, size = 'md', children } = props;
  return (
    <Base.Root
      open={props.open}
      onOpenChange={(open) => props.onOpenChange(open)}
      disablePointerDismissal={props.keepOnOutsidePress ?? false}
    >
      <Base.Portal>
        <Base.Backdrop className="fade-float fixed inset-0 z-40 bg-scrim" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-start justify-center overflow-hidden p-2 sm:p-6">
          <Base.Popup
            role={props.alert ? 'alertdialog' : 'dialog'}
            aria-modal="true"
            initialFocus={props.initialFocus}
            finalFocus={props.finalFocus}
            className={cx(
              'fade-float flex max-h-full w-full flex-col overflow-hidden rounded-md border border-line bg-raised shadow-float outline-none sm:mt-[2vh] sm:max-h-[96%]',
              WIDTHS[size],
              props.className,
            )}
          >
            <header className="flex min-h-[52px] shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-5 py-2 sm:flex-nowrap">
              {mark}
              <Base.Title className="min-w-0 font-semibold text-lg">{title}</Base.Title>
              {right ? <div className="ms-auto text-3 text-sm">{right}</div> : null}
            </header>
            <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-5 py-3">
              <Base.Description
                render={<div />}
                className={props.descriptionHidden ? 'sr-only' : 'pb-2 text-2'}
              >
                {description}
              </Base.Description>
              {children}
            </div>
            {footer ? (
              <footer className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t bg-sunken px-5 py-3">
                {footerHint ? (
                  <div className="min-w-0 flex-1 text-3 text-sm max-sm:basis-full">{footerHint}</div>
                ) : null}
                <div className="ms-auto flex flex-wrap items-center gap-2">{footer}</div>
              </footer>
            ) : null}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
