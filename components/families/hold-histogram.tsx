import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { FamilyReportRow } from '@/lib/contract/history/family-report';
import { holdPlotOf } from './hold-bars';

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

/** How long the holds of a family took, with its lease as a mark; what took longer is in another colour. */
export function HoldHistogram({ row: { hold, lease } }: { row: FamilyReportRow }) {
  const t = useT('families');
  const format = useFormat();
  if (!hold) return <p className="text-2 text-sm">{t('why.none-ended')}</p>;
  const leaseMs = lease?.maxMs ?? null;
  const { bars, leaseAt, past, fromMs, toMs } = holdPlotOf(hold.bars, leaseMs);
  const leaseText = leaseMs === null ? null : t('bars.lease', { lease: format.span(leaseMs) });
  const pastText =
    past === null
      ? null
      : t('bars.past', { count: past, n: format.count(past), of: format.count(hold.count) });
  const label = [t('bars.label', { n: format.count(hold.count) }), leaseText, pastText].flatMap(
    (text) => text ?? [],
  );
  return (
    <figure role="img" aria-label={label.join('; ')} className="min-w-0">
      <div aria-hidden className="relative h-5 text-xs">
        {leaseAt === null ? null : (
          <span
            style={{ insetInlineStart: percent(leaseAt) }}
            className={cx(
              'absolute bottom-0.5 whitespace-nowrap font-semibold',
              leaseAt > 0.5 ? '-translate-x-full pe-1.5 rtl:translate-x-full' : 'ps-1.5',
            )}
          >
            {leaseText}
          </span>
        )}
      </div>
      <div aria-hidden className="relative h-22 border-line-strong border-b">
        {bars.map(({ x, width, height, past }) => (
          <span
            key={x}
            style={{
              insetInlineStart: percent(x),
              width: `calc(${percent(width)} - 1px)`,
              height: `max(1px, ${percent(height)})`,
            }}
            className={cx('absolute bottom-0', past ? 'bg-risk-mark' : 'bg-held-mark')}
          />
        ))}
        {leaseAt === null ? null : (
          <span
            style={{ insetInlineStart: percent(leaseAt) }}
            className="absolute -top-5 bottom-0 w-px bg-inverse"
          />
        )}
      </div>
      <figcaption aria-hidden className="num flex justify-between gap-3 pt-0.5 text-3 text-xs">
        <span>{format.span(fromMs)}</span>
        <span className={past ? 'font-semibold text-risk' : undefined}>{pastText}</span>
        <span>{format.span(toMs)}</span>
      </figcaption>
    </figure>
  );
}
