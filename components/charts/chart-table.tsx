import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { TableColumn } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { ChartModel } from './chart-model';

type Props = { title: string; model: ChartModel; height: number };

/** The table behind a chart: the same buckets and figures, earliest first. */
export function ChartTable({ title, model, height }: Props) {
  const t = useT('historyCharts');
  const format = useFormat();
  const rows = model.buckets.map((bucket, i) => ({ ...bucket, i }));
  const caption = t('table.caption', { title });
  return (
    <ScrollRegion label={caption} className="overflow-auto">
      <div style={{ height }}>
        <DataTable
          caption={caption}
          className="num text-sm"
          sticky
          columns={[
            {
              id: 'from',
              head: t('table.from', { zone: format.offset(model.fromMs) }),
              names: true,
              title: ({ startMs }) => format.moment(startMs),
              cell: ({ startMs, partial }) => (
                <>
                  {format.moment(startMs).slice(5, 19)}
                  {partial ? <span className="text-3"> · {t('table.running')}</span> : null}
                </>
              ),
            },
            ...model.columns.map(
              ({ label, values, format: text }): TableColumn<(typeof rows)[number]> => ({
                id: label,
                head: label,
                help: label,
                end: true,
                headClass: 'max-w-48 truncate',
                cell: ({ i }) => {
                  const value = values[i] ?? null;
                  return value === null ? <span className="text-3">–</span> : text(value);
                },
              }),
            ),
          ]}
          rows={rows}
          rowKey={({ startMs }) => startMs}
          rowClass="h-7"
        />
      </div>
    </ScrollRegion>
  );
}
