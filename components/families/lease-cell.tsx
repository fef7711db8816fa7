import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { FamilyReportRow } from '@/lib/contract/history/family-report';
import { Renewed, UnknownFigure } from './figure-cells';
import { leaseRatioOf, leastText, ratioText } from './lease-ratio';

/** So many leases fill the bar; beyond that it is broken. */
const MOST = 2;

/** p95 of the holds as a bar with the lease as a mark at 1, and as a multiple of it. */
export function LeaseCell({ row }: { row: FamilyReportRow }) {
  const t = useT('families');
  const found = leaseRatioOf(row);
  const title = useTitle(row);
  if (found.is === 'unknown') {
    const why =
      found.why === 'unwatched' || found.why === 'pending' ? t(`gap.${found.why}`) : t(`why.${found.why}`);
    return (
      <span className="flex items-center justify-end gap-3">
        <HollowBar />
        <span className="min-w-20 text-end">
          <UnknownFigure why={why} />
        </span>
      </span>
    );
  }
  if (found.is === 'never') {
    return (
      <span title={t('neverTitle')} className="flex items-center justify-end gap-3">
        <HollowBar />
        <span className="min-w-20 text-end font-semibold text-risk">{t('never')}</span>
      </span>
    );
  }
  return (
    <span title={title} className="flex items-center justify-end gap-3">
      <Bar ratio={found.ratio} />
      <span className="flex min-w-20 items-center justify-end gap-1.5">
        {row.renewed ? <Renewed /> : null}
        {found.atLeast ? leastText(found.ratio) : ratioText(found.ratio)}
      </span>
    </span>
  );
}

function useTitle({ hold, lease }: FamilyReportRow): string | undefined {
  const t = useT('families');
  const format = useFormat();
  if (!hold || !lease || lease.maxMs === null) return undefined;
  const max = format.span(lease.maxMs);
  const isOne = lease.minMs === null || lease.minMs === lease.maxMs;
  return t('holdOf', {
    ...{ p95: format.span(hold.p95), count: hold.count, n: format.count(hold.count) },
    lease: isOne ? max : t('leaseFrom', { min: format.span(lease.minMs ?? 0), max }),
  });
}

function HollowBar() {
  return <span aria-hidden className="h-2 w-20 shrink-0 rounded-[2px] border border-control border-dashed" />;
}

function Bar({ ratio }: { ratio: number }) {
  const isBroken = ratio > MOST;
  return (
    <span aria-hidden className="relative h-2 w-20 shrink-0 rounded-[2px] bg-line">
      <span
        style={{ width: `max(1px, ${Math.min(1, ratio / MOST) * 100}%)` }}
        className={cx('absolute inset-y-0 start-0 bg-held-mark')}
      />
      {isBroken ? <span className="absolute -inset-y-1 end-2 w-1 -skew-x-[24deg] bg-surface" /> : null}
      <span className="absolute -inset-y-1 start-1/2 w-px bg-inverse" />
    </span>
  );
}
