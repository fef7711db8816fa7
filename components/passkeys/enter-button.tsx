import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { FailureBox } from '@/components/ui/failure-box';
import { ApiFailure } from '@/lib/api/http';
import { usePasskeyProblem } from './use-passkey-problem';

/** Signs a local user in with a passkey; `onEntered` is called then. */
export function PasskeyButton({ onEntered }: { onEntered(): void }) {
  const t = useT('passkeys');
  const access = useT('access');
  const textOf = usePasskeyProblem();
  const entering = useMutation({
    mutationFn: async () => (await import('@/lib/api/passkeys')).requestPasskeySignIn(),
    onSuccess: onEntered,
  });
  return (
    <>
      <Button
        off={entering.isPending}
        icon={<Fingerprint size={16} aria-hidden />}
        onClick={() => entering.mutate()}
      >
        {t(entering.isPending ? 'entering' : 'enter')}
      </Button>
      {entering.error ? (
        <FailureBox lead={access('signIn.notIn')}>{textOf(ApiFailure.of(entering.error))}</FailureBox>
      ) : null}
    </>
  );
}
