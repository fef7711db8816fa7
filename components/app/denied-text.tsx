import { ExternalLink } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { Right } from '@/lib/contract/rights';
import { useSession } from './access';

/** Which right is missing, as what somebody is here, and who grants it. */
export function DeniedText({ right }: { right: Right }) {
  const t = useT('access');
  return (
    <>
      <span className="font-medium">{t(`denied.${right}`)}</span> <GrantedBy />
    </>
  );
}

/** The same with the team's runbook under it. */
export default function DeniedWithRunbook({ right }: { right: Right }) {
  return (
    <>
      <DeniedText right={right} />
      <RunbookLink className="flex!" />
    </>
  );
}

/** As what somebody is here, and who grants rights. */
export function GrantedBy() {
  const t = useT('access');
  const { who, signIn } = useSession();
  const roles = who?.roles.join(', ') ?? '';
  return (
    <>
      {roles === '' ? t('roles.none') : t('roles.are', { roles })}{' '}
      {signIn?.grantedBy ? t('grantedBy', { who: signIn.grantedBy }) : t('grantedUnknown')}
    </>
  );
}

/** Where the team says what to do, in a tab of its own; nothing where the configuration names no such page. */
export function RunbookLink({ className }: { className?: string }) {
  const t = useT('access');
  const { runbook = null } = useSession().signIn ?? {};
  if (runbook === null) return null;
  return (
    <a
      href={runbook}
      target="_blank"
      rel="noreferrer"
      className={cx('inline-flex min-h-6 max-w-full items-center gap-1 text-info hover:underline', className)}
    >
      <span className="shrink-0 font-medium">{t('runbook')}</span>
      <bdi dir="ltr" className="truncate">
        {runbook.replace(/^https?:\/\//, '')}
      </bdi>
      <ExternalLink size={14} aria-hidden className="shrink-0" />
      <span className="sr-only">{t('newTab')}</span>
    </a>
  );
}
