import { useT } from '@/components/i18n/use-t';
import { FailureBox } from '@/components/ui/failure-box';
import type { ApiFailure } from '@/lib/api/http';
import { usePasskeyProblem } from './use-passkey-problem';

/** That a passkey did not confirm an act, which was not sent then. */
export function StepUpFailure({ failure, className }: { failure: ApiFailure | null; className?: string }) {
  const t = useT('passkeys');
  const textOf = usePasskeyProblem();
  if (!failure) return null;
  return (
    <FailureBox lead={t('stepUp.failed')} {...(className !== undefined && { className })}>
      {textOf(failure)}
    </FailureBox>
  );
}
