import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { ChartModel } from './chart-model';

type Props = { title: string; model: ChartModel; height: number };

/** The table behind a chart: the same buckets and figures, earliest first. */
export function ChartTable({ title, model, height }: Props) {
  const t = useT('historyCharts');
  const format = useFormat();
  const caption = t('table.caption', { title });
  return (
    <ScrollRegion label={caption} className="overflow-auto">
      <div style={{ height }}>
        <table className="num w-full text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead className="sticky top-0 bg-surface text-3 text-xs">
            <tr className="h-8 border-line border-b">
              <th scope="col" className="px-3">
                {t('table.from', { zone: format.offset(model.fromMs) })}
              </th>
              {model.columns.map(({ label }) => (
                <th key={label} scope="col" className="max-w-48 truncate px-3 text-end" title={label}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {model.buckets.map(({ startMs, partial }, i) => (
              <tr key={startMs} className="h-7 border-line border-b last:border-b-0">
                <th scope="row" className="px-3 font-normal" title={format.moment(startMs)}>
                  {format.moment(startMs).slice(5, 19)}
                  {partial ? <span className="text-3"> · {t('table.running')}</span> : null}
                </th>
                {model.columns.map(({ label, values, format: text }) => {
                  const value = values[i] ?? null;
                  return (
                    <td key={label} className="px-3 text-end">
                      {value === null ? <span className="text-3">–</span> : text(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ScrollRegion>
  );
}
