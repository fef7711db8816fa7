import { useT } from '@/components/i18n/use-t';
import type { Right } from '@/lib/contract/rights';
import { useSession } from './access';

/** Which right is missing, as what somebody is here, and who grants it. */
export function DeniedText({ right }: { right: Right }) {
  const t = useT('access');
  const { who, signIn } = useSession();
  const roles = who?.roles.join(', ') ?? '';
  return (
    <>
      <span className="font-medium">{t(`denied.${right}`)}</span>{' '}
      {roles === '' ? t('roles.none') : t('roles.are', { roles })}{' '}
      {signIn?.grantedBy ? t('grantedBy', { who: signIn.grantedBy }) : t('grantedUnknown')}
      {signIn?.runbook ? (
        <span className="block truncate text-2">{t('runbook', { url: signIn.runbook })}</span>
      ) : null}
    </>
  );
}
