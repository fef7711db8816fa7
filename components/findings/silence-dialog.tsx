'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, CircleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFailureText } from '@/components/actions/failure-note';
import { useAnnounce } from '@/components/app/announcer';
import { useNow } from '@/components/app/live-provider';
import { useZone } from '@/components/i18n/time-zone';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextArea } from '@/components/ui/text-area';
import { ApiFailure } from '@/lib/api/http';
import { requestSilence, silenceQueries } from '@/lib/api/queries';
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
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
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

  async function send() {
    if (missing !== null || untilMs === null || scope === null) return;
    setSending(true);
    setFailure(null);
    try {
      const { code } = about;
      const request = { code, target: draft.target, scope, untilMs, reason: draft.reason.trim() };
      const { silence } = await requestSilence(request);
      await refreshSilences(cache);
      announce(t('done', { moment: format.moment(silence.untilMs) }));
      onClosed(true);
    } catch (error) {
      setSending(false);
      setFailure(ApiFailure.of(error));
    }
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
            onClick={send}
            icon={<BellOff size={16} aria-hidden />}
          >
            {t(isSending ? 'sending' : 'send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure ? <Failed failure={failure} /> : null}
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

/** An answer that did not come says nothing of what was done. */
function Failed({ failure }: { failure: ApiFailure }) {
  const t = useT('silences');
  const textOf = useFailureText();
  return (
    <div role="alert" className="flex gap-2 rounded-md border border-lost-line bg-lost-tint px-3 py-2">
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-lost" />
      <p className="wrap-anywhere min-w-0">
        <span className="font-semibold">{t(failure.status === 0 ? 'unclear' : 'failed')}</span>{' '}
        {textOf(failure)}
      </p>
    </div>
  );
}
