'use client';

import { KeyRound } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '@/components/i18n/use-t';
import { CopyButton } from '@/components/ui/copy-button';
import { floatRoot } from '@/components/ui/float-root';
import type { Right } from '@/lib/contract/rights';
import { type LockId, lockPath } from '@/lib/domain/keys/lock-id';
import { GrantedBy, RunbookLink } from './denied-text';
import { useHint } from './use-hint';

type Props = {
  right: Right;
  /** Off but focusable. */
  button: RefObject<HTMLElement | null>;
  /** The lock that it is about, whose page somebody with the right may be sent to. */
  lockId?: LockId | undefined;
};

const LINKS = ['release', 'extend', 'quarantine'] as const;

/** The right that somebody lacks for a button, who grants it, the team's runbook and a link to pass on. */
export default function DeniedHint({ right, button, lockId }: Props) {
  const t = useT('access');
  const id = useId();
  const { isOpen, props } = useHint(button, id);
  const link = LINKS.find((each) => each === right);
  if (!isOpen) return null;
  return createPortal(
    <div
      {...props}
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="fade-float fixed z-50 flex w-max max-w-[min(420px,calc(100vw-16px))] gap-2.5 rounded-md border border-line bg-raised p-3 shadow-float outline-none"
    >
      <KeyRound size={16} aria-hidden className="mt-0.5 shrink-0 text-2" />
      <div className="flex min-w-0 flex-col gap-1">
        <p id={`${id}-title`} className="font-semibold">
          {t(`denied.${right}`)}
        </p>
        <p id={`${id}-text`} className="wrap-anywhere text-2">
          <GrantedBy />
        </p>
        <div className="-mx-1 flex flex-wrap items-center gap-x-3 text-sm">
          <RunbookLink className="px-1" />
          {lockId !== undefined && link ? (
            <CopyButton
              text={location.origin + lockPath(lockId)}
              label={t(`copyLink.${link}`)}
              withText
              variant="link"
            />
          ) : null}
        </div>
      </div>
    </div>,
    floatRoot() ?? document.body,
  );
}
