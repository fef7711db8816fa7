'use client';

import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFailureText } from '@/components/actions/failure-note';
import { useSending } from '@/components/actions/use-sending';
import { useAnnounce } from '@/components/app/announcer';
import { useNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { FailureBox } from '@/components/ui/failure-box';
import { requestToken, settingsQueries } from '@/lib/api/settings-queries';
import type { TokenResult } from '@/lib/contract/access/sessions';
import { FIRST_TOKEN, missingIn, tokenRequestOf } from './token-draft';
import { TokenFields } from './token-fields';

type Made = { name: string; result: TokenResult };

/** Makes a token, then shows it once. */
export function TokenDialog({ nowMs, onClosed }: { nowMs: number; onClosed(): void }) {
  const [made, setMade] = useState<Made | null>(null);
  if (made) return <MadeDialog made={made} onClosed={onClosed} />;
  return <DraftDialog nowMs={nowMs} onMade={setMade} onClosed={onClosed} />;
}

type DraftProps = { nowMs: number; onMade(made: Made): void; onClosed(): void };

function DraftDialog({ nowMs, onMade, onClosed }: DraftProps) {
  const t = useT('settings');
  const common = useT('common');
  const announce = useAnnounce();
  const cache = useQueryClient();
  const textOf = useFailureText();
  const now = useNow() || nowMs;
  const [draft, setDraft] = useState(FIRST_TOKEN);
  const { isSending, failure, send } = useSending();
  const first = useRef<HTMLInputElement>(null);
  const request = tokenRequestOf(draft);
  const missing = isSending ? 'sending' : (missingIn(draft) ?? 'nothing');

  async function make() {
    if (request === null || isSending) return;
    await send(async () => {
      const result = await requestToken(request);
      announce(t('newToken.done', { name: request.name }));
      void cache.invalidateQueries({ queryKey: settingsQueries.all });
      onMade({ name: request.name, result });
    });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClosed())}
      title={t('newToken.title')}
      mark={<KeyRound size={18} aria-hidden className="text-3" />}
      description={t('newToken.about')}
      initialFocus={first}
      keepOnOutsidePress
      footerHint={t(`newToken.missing.${missing}`)}
      footer={
        <>
          <Button onClick={onClosed}>{common('cancel')}</Button>
          <Button variant="primary" off={request === null || isSending} onClick={make}>
            {t(isSending ? 'newToken.sending' : 'newToken.send')}
          </Button>
        </>
      }
    >
      {failure ? (
        // An answer that did not come says nothing of what was done.
        <FailureBox lead={t(failure.status === 0 ? 'newToken.unclear' : 'newToken.failed')} className="mb-3">
          {textOf(failure)}
        </FailureBox>
      ) : null}
      <TokenFields draft={draft} nowMs={now} first={first} onChange={setDraft} />
    </Dialog>
  );
}

/** A press outside does not close it: what it shows is nowhere else. */
function MadeDialog({ made: { name, result }, onClosed }: { made: Made; onClosed(): void }) {
  const t = useT('settings');
  const format = useFormat();
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => (open ? undefined : onClosed())}
      title={t('newToken.done', { name })}
      mark={<KeyRound size={18} aria-hidden className="text-3" />}
      description={t('newToken.once')}
      keepOnOutsidePress
      footerHint={t('newToken.ends', { day: format.moment(result.expiresMs).slice(0, 16) })}
      footer={
        <Button variant="primary" onClick={onClosed}>
          {t('newToken.close')}
        </Button>
      }
    >
      <p className="flex min-w-0 items-center gap-1 rounded-md border border-line bg-sunken ps-2.5 pe-1">
        <bdi dir="ltr" className="mono min-w-0 flex-1 break-all py-2">
          {result.token}
        </bdi>
        <CopyButton text={result.token} label={t('newToken.copy')} />
      </p>
    </Dialog>
  );
}
