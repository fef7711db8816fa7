import { Check, CircleDashed, Crosshair, OctagonX, TriangleAlert } from 'lucide-react';
import { useFactWords } from '@/components/actions/asked/request-state';
import { Consequences } from '@/components/actions/consequences';
import { PartTitle } from '@/components/actions/facts';
import { useFailureText } from '@/components/actions/failure-note';
import { useMonotonicNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { ApprovalRequest } from '@/lib/contract/approval/approvals';
import { comparedNow, type LockNow } from './reading-now';

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
  const nowMs = useMonotonicNow(200);
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
      <div>
        <PartTitle>{t('plan')}</PartTitle>
        <p className="tabular-nums flex items-start gap-2">
          <span className="mt-[3px] shrink-0">{ICONS[compared.is]}</span>
          <span className="min-w-0">{text()}</span>
        </p>
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
