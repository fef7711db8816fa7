'use client';

import { Popover } from '@base-ui/react/popover';
import { KeyRound } from 'lucide-react';
import { type AriaAttributes, cloneElement, type ReactElement, useRef, useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { floatRoot } from '@/components/ui/float-root';
import type { Right } from '@/lib/contract/rights';
import { GrantedBy, RunbookLink } from './denied-text';

type Props = { right: Right; children: ReactElement };

/**
 * The right that somebody lacks for a button (`children`, off but focusable), who grants it, and the team's runbook. It
 * opens by focus, hover and click, and its link is the next stop of Tab.
 */
export default function DeniedHint({ right, children }: Props) {
  const t = useT('access');
  const [isOpen, setOpen] = useState(false);
  /** Escape gives the focus back to the button: that is no wish to see it again. */
  const isGivenBack = useRef(false);
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(next, { reason }) => {
        isGivenBack.current = reason === 'escape-key';
        setOpen(next);
      }}
    >
      <Popover.Trigger
        openOnHover
        delay={350}
        closeDelay={150}
        onFocus={() => {
          if (!isGivenBack.current) setOpen(true);
          isGivenBack.current = false;
        }}
        onBlur={() => {
          isGivenBack.current = false;
        }}
        // A button that is off passes no click on.
        onClickCapture={() => setOpen(true)}
        render={cloneElement(children as ReactElement<AriaAttributes>, { 'aria-disabled': true })}
      />
      <Popover.Portal container={floatRoot()}>
        <Popover.Positioner side="bottom" align="start" sideOffset={6} className="z-50 outline-none">
          <Popover.Popup
            initialFocus={false}
            className="fade-float flex max-w-[min(420px,calc(100vw-16px))] gap-2.5 rounded-md border border-line bg-raised p-3 shadow-float outline-none"
          >
            <KeyRound size={16} aria-hidden className="mt-0.5 shrink-0 text-2" />
            <div className="flex min-w-0 flex-col gap-1">
              <Popover.Title render={<p />} className="font-semibold">
                {t(`denied.${right}`)}
              </Popover.Title>
              <Popover.Description render={<p />} className="wrap-anywhere text-2">
                <GrantedBy />
              </Popover.Description>
              <RunbookLink className="text-sm" />
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
