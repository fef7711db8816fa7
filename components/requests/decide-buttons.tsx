import { Undo2, UserRoundCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { useDeciding } from '@/components/actions/asked/use-deciding';
import { useFailureText } from '@/components/actions/failure-note';
import { useLive } from '@/components/app/live-provider';
import { useT } from '@/components/i18n/use-t';
import { verdictOf } from '@/components/lock-parts/holder-verdict';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FailureBox } from '@/components/ui/failure-box';
import { TextArea } from '@/components/ui/text-area';
import { requestApproval, requestDecline, requestWithdrawal } from '@/lib/api/approval-queries';
import type { ApprovalRequest } from '@/lib/contract/approval/approvals';
import { comparedNow, type LockNow } from './reading-now';

type Props = { request: ApprovalRequest; reading: LockNow };

/** Approve, decline or take back, and why one cannot. */
export function DecideButtons({ request, reading }: Props) {
  const t = useT('requests');
  const verdict = useT('holderVerdict');
  const textOf = useFailureText();
  const { actsOff } = useLive();
  const [isDeclining, setDeclining] = useState(false);
  const { isSending, failure, send } = useDeciding(request.id);
  const { id, action, mayDecide, own } = request;
  const { is } = comparedNow(request, reading);
  const isOther = is === 'changed' || is === 'gone';
  const preview = reading.data?.preview;
  const isUnable = preview?.allowed === false;
  const off = mayDecide !== 'yes' ? mayDecide : whyOff({ isOther, isUnable, actsOff });
  const what = t(`approve.${action}`);
  const text = preview && action !== 'extend' ? verdict(`button.${verdictOf(preview)}`, { what }) : what;
  return (
    <div className="flex flex-col gap-2 pt-1">
      {failure ? <FailureBox lead={t('failed')}>{textOf(failure)}</FailureBox> : null}
      {off ? (
        <p id="decide-off" className="text-2 text-sm">
          {t(`off.${off}`)}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        {own ? (
          <Button
            off={isSending}
            icon={<Undo2 size={16} aria-hidden />}
            onClick={() => send(() => requestWithdrawal(id))}
          >
            {t(isSending ? 'withdraw.sending' : 'withdraw.send')}
          </Button>
        ) : (
          <Button off={mayDecide !== 'yes' || isSending} onClick={() => setDeclining(true)}>
            {t('decline.open')}
          </Button>
        )}
        <Button
          variant={action === 'extend' ? 'primary' : 'danger-solid'}
          off={off !== null || isSending || is !== 'same'}
          aria-describedby={off ? 'decide-off' : undefined}
          icon={<UserRoundCheck size={16} aria-hidden />}
          onClick={() => send(() => requestApproval(id))}
          className="h-auto! min-h-8 whitespace-normal! max-sm:w-full"
        >
          {isSending && !own ? t('approve.sending') : text}
        </Button>
      </div>
      {isDeclining ? <DeclineDialog id={id} onClosed={() => setDeclining(false)} /> : null}
    </div>
  );
}

/** Why an approval would come to nothing now; null = nothing is against it. */
function whyOff(of: { isOther: boolean; isUnable: boolean; actsOff: boolean }) {
  if (of.isOther) return 'changed';
  if (of.isUnable) return 'unable';
  return of.actsOff ? 'stale' : null;
}

function DeclineDialog({ id, onClosed }: { id: number; onClosed(): void }) {
  const t = useT('requests');
  const common = useT('common');
  const textOf = useFailureText();
  const cancel = useRef<HTMLButtonElement>(null);
  const [reason, setReason] = useState('');
  const { isSending, failure, send } = useDeciding(id);
  const decline = async () => {
    if (await send(() => requestDecline(id, reason.trim()))) onClosed();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClosed())}
      size="sm"
      title={t('decline.title')}
      description={t('decline.text')}
      initialFocus={cancel}
      keepOnOutsidePress
      footer={
        <>
          <Button ref={cancel} onClick={onClosed}>
            {common('cancel')}
          </Button>
          <Button variant="primary" off={reason.trim() === '' || isSending} onClick={decline}>
            {t(isSending ? 'decline.sending' : 'decline.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {failure ? <FailureBox lead={t('failed')}>{textOf(failure)}</FailureBox> : null}
        <TextArea
          label={t('decline.reason')}
          value={reason}
          required
          maxLength={1_000}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </Dialog>
  );
}
