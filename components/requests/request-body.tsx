import type { ReactNode } from 'react';
import { RequestOutcome } from '@/components/actions/asked/request-state';
import { usePreview } from '@/components/actions/preview/use-preview';
import { useSession } from '@/components/app/access';
import { useNow } from '@/components/app/live-provider';
import { TicketText } from '@/components/app/ticket';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { VerdictBlock } from '@/components/lock-parts/verdict-block';
import { Votes } from '@/components/lock-parts/votes';
import { Link } from '@/components/ui/link';
import type { ApprovalRequest } from '@/lib/contract/approval/approvals';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { DecideButtons } from './decide-buttons';
import { PlanLines } from './plan-lines';
import { comparedNow } from './reading-now';

/** Which lock it is about and how that stands, the plan, who asked and why, and the decision. */
export function RequestBody({ request }: { request: ApprovalRequest }) {
  const { state, plan, lockId, action, leaseMs, production, target, key } = request;
  const isWaiting = state === 'waiting';
  const nowMs = useNow(1_000, true);
  const reading = usePreview(
    lockId,
    {
      action,
      ...(leaseMs !== null && { leaseMs }),
      ...(plan && { tokenDigest: plan.seen.tokenDigest }),
    },
    isWaiting && plan !== null,
  );
  const preview = reading.data?.preview ?? null;
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Environment target={target} isProduction={production} />
        <Link href={lockPath(lockId)} className="mono min-w-0 break-all font-semibold hover:underline">
          <bdi dir="ltr">{key.text}</bdi>
        </Link>
        {preview?.lock.votes ? <Votes votes={preview.lock.votes} className="ms-auto" /> : null}
      </div>
      {isWaiting && preview && comparedNow(request, reading).is !== 'gone' ? (
        <VerdictBlock
          lock={preview.lock}
          holder={preview.holder}
          evidence={preview.evidence}
          nowMs={nowMs}
          isReleasing={action === 'release'}
        />
      ) : null}
      {isWaiting ? <PlanLines request={request} reading={reading} /> : null}
      <Facts request={request} />
      {isWaiting ? (
        <DecideButtons request={request} reading={reading} />
      ) : (
        <div className="flex flex-col gap-1 border-line border-t pt-3">
          <RequestOutcome request={request} />
          <AuditLink id={request.result?.auditId ?? request.auditId} />
        </div>
      )}
    </div>
  );
}

function Environment({ target, isProduction }: { target: string; isProduction: boolean }) {
  return (
    <span
      className={
        isProduction
          ? 'rounded-sm border border-inverse bg-inverse px-1 font-semibold text-on-inverse text-xs uppercase leading-4'
          : 'rounded-sm border border-line-strong px-1 font-semibold text-2 text-xs uppercase leading-4'
      }
    >
      {target}
    </span>
  );
}

function Facts({ request }: { request: ApprovalRequest }) {
  const t = useT('requests');
  const access = useT('access');
  const format = useFormat();
  const { who } = useSession();
  const { asked, reason, ticket } = request;
  const roles = who?.roles ?? [];
  return (
    <dl className="flex flex-col gap-1">
      <Fact name={t('asked')}>
        {t('personAt', {
          name: asked.name,
          via: access(`via.${asked.via}`),
          time: format.moment(asked.atMs),
        })}
      </Fact>
      <Fact name={t('reason')}>{reason || <span className="text-3">{t('noReason')}</span>}</Fact>
      {ticket === null ? null : (
        <Fact name={t('ticket')}>
          <TicketText ticket={ticket} />
        </Fact>
      )}
      {who ? (
        <Fact name={t('you')}>
          {t(roles.length > 0 ? 'roles' : 'person', {
            name: who.name,
            via: access(`via.${who.via}`),
            roles: roles.join(', '),
          })}
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-20 shrink-0 text-2">{name}</dt>
      <dd className="wrap-anywhere min-w-0 flex-1">{children}</dd>
    </div>
  );
}

function AuditLink({ id }: { id: number }) {
  const t = useT('requests');
  const format = useFormat();
  return (
    <Link href={`/audit#audit-${id}`} className="num self-start font-medium text-info hover:underline">
      {t('audit', { id: format.count(id) })}
    </Link>
  );
}
