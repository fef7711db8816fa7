'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { useAnnounce } from '@/components/app/announcer';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { FailureBox } from '@/components/ui/failure-box';
import { Link } from '@/components/ui/link';
import { approvalQueries, requestWithdrawal } from '@/lib/api/approval-queries';
import { lockQueries } from '@/lib/api/queries';
import type { ApprovalAnswer } from '@/lib/contract/approval/approvals';
import { useFailureText } from '../failure-note';
import { RequestOutcome, RequestState, TimeLeft } from './request-state';
import { useDeciding } from './use-deciding';

/** An act that was asked for, for as long as it waits, and then what became of it. */
export function AskedCard({ answer }: { answer: ApprovalAnswer }) {
  const t = useT('requests');
  const cache = useQueryClient();
  const announce = useAnnounce();
  const id = String(answer.request.id);
  const query = useQuery({ ...approvalQueries.one(id), initialData: answer });
  const { request, nowMs } = query.data;
  const isWaiting = request.state === 'waiting';
  useEffect(() => {
    if (isWaiting) return;
    announce(t(`state.${request.state}`));
    void cache.invalidateQueries({ queryKey: lockQueries.all });
  }, [isWaiting, request.state, announce, cache, t]);
  return (
    <div className="flex flex-col gap-3 py-1">
      <p>
        <bdi dir="ltr" className="mono break-all font-semibold">
          {request.key.text}
        </bdi>
      </p>
      <p className="flex flex-wrap items-center gap-3">
        <RequestState state={request.state} />
        {isWaiting ? <TimeLeft expiresMs={request.expiresMs} nowMs={nowMs} /> : null}
        <Link href={`/requests/${id}`} className="font-medium text-info hover:underline">
          {t('one', { id })}
        </Link>
      </p>
      {isWaiting ? <p className="text-2">{t('dialog.text')}</p> : <RequestOutcome request={request} />}
      {isWaiting ? <Asked id={request.id} /> : null}
    </div>
  );
}

/** The link for whoever approves, and the way back. */
function Asked({ id }: { id: number }) {
  const t = useT('requests');
  const textOf = useFailureText();
  const { isSending, failure, send } = useDeciding(id);
  return (
    <>
      {failure ? <FailureBox lead={t('failed')}>{textOf(failure)}</FailureBox> : null}
      <div className="flex flex-wrap gap-2">
        <CopyButton text={`${location.origin}/requests/${id}`} label={t('copy')} withText />
        <Button
          size="sm"
          off={isSending}
          icon={<Undo2 size={14} aria-hidden />}
          onClick={() => send(() => requestWithdrawal(id))}
        >
          {t(isSending ? 'withdraw.sending' : 'withdraw.send')}
        </Button>
      </div>
    </>
  );
}
