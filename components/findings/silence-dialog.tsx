'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFailureText } from '@/components/actions/failure-note';
import { useSending } from '@/components/actions/use-sending';
import { useAnnounce } from '@/components/app/announcer';
import { useNow } from '@/components/app/live-provider';
import { useZone } from '@/components/i18n/time-zone';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FailureBox } from '@/components/ui/failure-box';
import { TextArea } from '@/components/ui/text-area';
import { silenceQueries } from '@/lib/api/queries';
import { requestSilence } from '@/lib/api/requests';
import { REASON_LIMIT } from '@/lib/contract/limits';
import { refreshSilences } from './refresh-silences';
import { endProblem, firstDraft, type SilenceAbout, scopeFor, untilOf } from './silence-draft';
import { ScopeFields, UntilFields } from './silence-fields';

/** `onClosed` is called once, with whether something was silenced. */
type Props = { about: SilenceAbout; onClosed(done: boolean): void };

/** Silences a finding, or all of a rule, until an end and for a reason. */
export function SilenceDialog({ about, onClosed }: Props) {
  const t = useT('silences');
  const common = useT('common');
  const findings = useT('findings');
  const format = useFormat();
  const announce = useAnnounce();
  const cache = useQueryClient();
  const { timeZone } = useZone();
  const { data } = useQuery(silenceQueries.running(null));
  const nowMs = useNow() || (data?.nowMs ?? 0);
  const [draft, setDraft] = useState(() => firstDraft(about, nowMs, timeZone));
  const textOf = useFailureText();
  const { isSending, failure, send } = useSending();
  const cancel = useRef<HTMLButtonElement>(null);

  const untilMs = untilOf(draft, nowMs, timeZone);
  const scope = scopeFor(draft, about);
  const missing = missingOf();

  function missingOf(): 'sending' | 'date' | 'past' | 'far' | 'glob' | 'reason' | null {
    if (isSending) return 'sending';
    const problem = endProblem(untilMs, nowMs);
    if (scope === null) return 'glob';
    return problem ?? (draft.reason.trim() === '' ? 'reason' : null);
  }

  async function silence() {
    if (missing !== null || untilMs === null || scope === null) return;
    const { code } = about;
    const request = { code, target: draft.target, scope, untilMs, reason: draft.reason.trim() };
    await send(async () => {
      const { silence } = await requestSilence(request);
      await refreshSilences(cache);
      announce(t('done', { moment: format.moment(silence.untilMs) }));
      onClosed(true);
    });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClosed(false))}
      title={t('title')}
      mark={<BellOff size={18} aria-hidden className="text-3" />}
      description={t('about')}
      right={findings.has(`code.${about.code}`) ? findings(`code.${about.code}.title`) : about.code}
      initialFocus={cancel}
      keepOnOutsidePress
      footerHint={t(`missing.${missing ?? 'nothing'}`)}
      footer={
        <>
          <Button ref={cancel} onClick={() => onClosed(false)}>
            {common('cancel')}
          </Button>
          <Button
            variant="primary"
            off={missing !== null}
            onClick={silence}
            icon={<BellOff size={16} aria-hidden />}
          >
            {t(isSending ? 'sending' : 'send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure ? (
          // An answer that did not come says nothing of what was done.
          <FailureBox lead={t(failure.status === 0 ? 'unclear' : 'failed')}>{textOf(failure)}</FailureBox>
        ) : null}
        <ScopeFields about={about} draft={draft} onChange={setDraft} />
        <UntilFields draft={draft} untilMs={untilMs} nowMs={nowMs} onChange={setDraft} />
        <TextArea
          label={t('reason')}
          hint={t('reasonHint')}
          value={draft.reason}
          required
          maxLength={REASON_LIMIT}
          onChange={({ target }) => setDraft({ ...draft, reason: target.value })}
        />
        {data?.kept === 'memory' ? <p className="text-3 text-sm">{t('memory')}</p> : null}
      </div>
    </Dialog>
  );
}
