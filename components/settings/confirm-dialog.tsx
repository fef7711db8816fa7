'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useFailureText } from '@/components/actions/failure-note';
import { useSending } from '@/components/actions/use-sending';
import { useAnnounce } from '@/components/app/announcer';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FailureBox } from '@/components/ui/failure-box';
import { ApiFailure } from '@/lib/api/http';
import { settingsQueries } from '@/lib/api/settings-queries';

type Props = {
  /** Whose words it has: `title`, `send`, `sending`, `failed`. */
  of: 'revoke' | 'endSessions';
  about: ReactNode;
  /** What is announced when it is done. */
  done: string;
  send(): Promise<unknown>;
  onClosed(): void;
};

/** Asks once before access is taken from somebody. What somebody else ended meanwhile is done all the same. */
export function ConfirmDialog({ of, about, done, send, onClosed }: Props) {
  const t = useT('settings');
  const common = useT('common');
  const announce = useAnnounce();
  const cache = useQueryClient();
  const textOf = useFailureText();
  const sending = useSending();
  const cancel = useRef<HTMLButtonElement>(null);

  const confirm = () =>
    sending.send(async () => {
      await send().catch(unlessGone);
      announce(done);
      await cache.invalidateQueries({ queryKey: settingsQueries.all });
      onClosed();
    });

  return (
    <Dialog
      open
      size="sm"
      alert
      onOpenChange={(open) => (open ? undefined : onClosed())}
      title={t(`${of}.title`)}
      description={about}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClosed}>
            {common('cancel')}
          </Button>
          <Button variant="danger-solid" off={sending.isSending} onClick={confirm}>
            {t(sending.isSending ? `${of}.sending` : `${of}.send`)}
          </Button>
        </>
      }
    >
      {sending.failure ? <FailureBox lead={t(`${of}.failed`)}>{textOf(sending.failure)}</FailureBox> : null}
    </Dialog>
  );
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiFailure && error.code === 'not-found')) throw error;
}
