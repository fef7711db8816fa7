import { Check, CircleDashed, Crosshair, ListChecks, OctagonX, TriangleAlert } from 'lucide-react';
import { useFactWords } from '@/components/actions/asked/request-state';
import { Consequences } from '@/components/actions/consequences';
import { PartTitle } from '@/components/actions/facts';
import { useFailureText } from '@/components/actions/failure-note';
import { useTabNow } from '@/components/actions/preview/use-tab-now';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { ApprovalRequest } from '@/lib/contract/approval/approvals';
import { changeNow, comparedNow, type LockNow } from './reading-now';

const ICONS = {
  same: <Check size={14} aria-hidden className="text-verified" />,
  changed: <OctagonX size={14} aria-hidden className="text-lost" />,
  gone: <OctagonX size={14} aria-hidden className="text-lost" />,
  unread: <TriangleAlert size={14} aria-hidden className="text-contended" />,
  reading: <Crosshair size={14} aria-hidden className="text-3" />,
  hidden: <CircleDashed size={14} aria-hidden className="text-3" />,
};

/** What was seen, how it is now, and what follows from the act. */
export function PlanLines({ request, reading }: { request: ApprovalRequest; reading: LockNow }) {
  const t = useT('requests');
  const format = useFormat();
  const textOf = useFailureText();
  const factsOf = useFactWords();
  const nowMs = useTabNow(200);
  const { plan, also, leaseMs, action, although } = request;
  const compared = comparedNow(request, reading);
  const was = plan ? format.clock(plan.seen.readAtMs) : '';
  const text = () => {
    switch (compared.is) {
      case 'same':
        return t('compare.same', { was, age: format.age(Math.max(0, nowMs - compared.askedAtMs)) });
      case 'changed':
        return t('compare.changed', {
          was,
          age: format.age(Math.max(0, nowMs - compared.askedAtMs)),
          facts: factsOf(compared.changed),
        });
      case 'unread':
        return t('compare.unread', { was, why: textOf(compared.failure) });
      default:
        return t(`compare.${compared.is}`, { was });
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <PartTitle>{t('plan')}</PartTitle>
        <p className="tabular-nums flex items-start gap-2">
          <span className="mt-[3px] shrink-0">{ICONS[compared.is]}</span>
          <span className="min-w-0">{text()}</span>
        </p>
        <ChangeLine request={request} reading={reading} />
        {although ? <p className="ps-[22px] font-semibold">{t(`although.${although}`)}</p> : null}
        {also.length > 0 ? <p className="ps-[22px]">{t('also', { count: also.length })}</p> : null}
        {action === 'extend' && leaseMs !== null ? (
          <p className="ps-[22px]">{t('lease', { lease: format.span(leaseMs) })}</p>
        ) : null}
      </div>
      {plan ? <Consequences consequences={reading.data?.preview.consequences ?? plan.consequences} /> : null}
    </div>
  );
}

/** The change on each node, and the facts that are compared with the token. */
function ChangeLine({ request, reading }: { request: ApprovalRequest; reading: LockNow }) {
  const t = useT('requests');
  const planned = changeNow(request, reading);
  if (!planned) return null;
  const { does, nodes, withDeadline, token, holdCount } = planned;
  const [node = ''] = nodes;
  return (
    <div className="flex items-start gap-2">
      <ListChecks size={14} aria-hidden className="mt-[3px] shrink-0 text-3" />
      <div className="min-w-0">
        <p title={nodes.join(', ')}>
          {t.rich(`change.${does}`, {
            count: nodes.length,
            node,
            token,
            m: (chunks) => (
              <bdi dir="ltr" className="mono wrap-anywhere">
                {chunks}
              </bdi>
            ),
          })}
        </p>
        <p className="text-3 text-sm">
          {t('comparedToo', {
            isCounted: holdCount === null ? 'no' : 'yes',
            holdCount: holdCount ?? 0,
            withDeadline: withDeadline ? 'yes' : 'no',
          })}
        </p>
      </div>
    </div>
  );
}
